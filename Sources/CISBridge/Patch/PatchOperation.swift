/// A step of a patch (RFC 6902).
package enum PatchOperation: Equatable {
    case add(path: String, JSONTree)
    case remove(path: String)
    case replace(path: String, JSONTree)
    case move(from: String, path: String)
}

extension JSONWriter {
    /// Writes the steps as an array.
    mutating func write(_ operations: [PatchOperation]) {
        byte(UInt8(ascii: "["))
        for (index, operation) in operations.enumerated() {
            if index > 0 { byte(UInt8(ascii: ",")) }
            write(operation)
        }
        byte(UInt8(ascii: "]"))
    }

    private mutating func write(_ operation: PatchOperation) {
        switch operation {
        case .add(let path, let value):
            raw("{\"op\":\"add\",\"path\":" as StaticString)
            write(path)
            raw(",\"value\":" as StaticString)
            write(value)
        case .replace(let path, let value):
            raw("{\"op\":\"replace\",\"path\":" as StaticString)
            write(path)
            raw(",\"value\":" as StaticString)
            write(value)
        case .remove(let path):
            raw("{\"op\":\"remove\",\"path\":" as StaticString)
            write(path)
        case .move(let from, let path):
            raw("{\"op\":\"move\",\"from\":" as StaticString)
            write(from)
            raw(",\"path\":" as StaticString)
            write(path)
        }
        byte(UInt8(ascii: "}"))
    }
}
