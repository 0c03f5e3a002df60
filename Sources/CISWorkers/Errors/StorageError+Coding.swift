extension StorageError {
    /// Returns an error for a value that could not be decoded. The decoder's message is not used, because it may
    /// contain the value.
    static func decoding(_ error: any Error, file: String, key: String? = nil) -> StorageError {
        StorageError(.decoding, file: file, key: key, reason: place(of: error))
    }

    /// Returns an error for a value that could not be encoded.
    static func encoding(_ error: any Error, file: String, key: String? = nil) -> StorageError {
        StorageError(.encoding, file: file, key: key, reason: place(of: error))
    }

    static func place(of error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "no value for \(path(context.codingPath + [key]))"
        case DecodingError.typeMismatch(let type, let context):
            "no \(type) at \(path(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context):
            "no \(type) at \(path(context.codingPath))"
        case DecodingError.dataCorrupted(let context):
            "invalid value at \(path(context.codingPath))"
        case EncodingError.invalidValue(_, let context):
            "invalid value at \(path(context.codingPath))"
        default: "\(type(of: error))"
        }
    }

    /// Returns the coding path as text. Dictionary keys are hidden, because they are part of the value.
    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the root" }
        let names = keys.map { key in
            if key.isIndex, let index = key.intValue { return "\(index)" }
            return key.isContent ? "…" : key.stringValue
        }
        return names.joined(separator: ".")
    }
}
