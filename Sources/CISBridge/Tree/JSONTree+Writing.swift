extension JSONTree {
    /// The value as JSON text.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

/// Writes JSON text without line breaks, because a message is one line.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 128) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func write(_ tree: JSONTree) {
        switch tree {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .integer(let value): raw("\(value)")
        case .number(let value): write(value)
        case .text(let text): write(text)
        case .array(let node):
            byte(UInt8(ascii: "["))
            var isFirst = true
            for element in node.elements {
                if !isFirst { byte(UInt8(ascii: ",")) }
                isFirst = false
                write(element)
            }
            byte(UInt8(ascii: "]"))
        case .object(let node):
            byte(UInt8(ascii: "{"))
            for index in node.values.indices {
                if index > 0 { byte(UInt8(ascii: ",")) }
                write(node.shape.keys[index])
                byte(UInt8(ascii: ":"))
                write(node.values[index])
            }
            byte(UInt8(ascii: "}"))
        }
    }

    /// Appends a byte unchanged.
    mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends text without quotes or escapes.
    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text without quotes or escapes.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ value: Double) {
        if value.isFinite { return raw("\(value)") }
        write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }

    mutating func write(_ text: String) {
        var text = text
        byte(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let unit = utf8[index]
                guard unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                start = index + 1
                escape(unit)
            }
            bytes.append(contentsOf: utf8[start...])
        }
        byte(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt8) {
        switch unit {
        case UInt8(ascii: "\""): raw("\\\"" as StaticString)
        case UInt8(ascii: "\\"): raw("\\\\" as StaticString)
        case 0x0A: raw("\\n" as StaticString)
        case 0x0D: raw("\\r" as StaticString)
        case 0x09: raw("\\t" as StaticString)
        default:
            raw("\\u00" as StaticString)
            let digits: [UInt8] = Array("0123456789abcdef".utf8)
            byte(digits[Int(unit >> 4)])
            byte(digits[Int(unit & 15)])
        }
    }
}
