import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension StorageError {
    /// What was being done when the system refused.
    enum Step { case reading, writing }

    init(_ error: SystemError, _ step: Step, file: String) {
        if error == .notAFile {
            self.init(.notAFile, file: file)
            return
        }
        let code: Code =
            switch error.number {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM, EROFS: .notPermitted
            default: step == .reading ? .cannotRead : .cannotWrite
            }
        self.init(code, file: file, reason: systemText(error.number))
    }

    /// Where a value could not be decoded. A decoder's own words may quote the value, so they are not used.
    static func decoding(_ error: any Error, file: String, key: String? = nil) -> StorageError {
        StorageError(.decoding, file: file, key: key, reason: place(of: error))
    }

    /// Where a value could not be encoded.
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
            "unusable value at \(path(context.codingPath))"
        case EncodingError.invalidValue(_, let context):
            "unusable value at \(path(context.codingPath))"
        default: "\(type(of: error))"
        }
    }

    /// The keys on the way to a value. Those of dictionaries are data, and not shown.
    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the top" }
        let names = keys.map { key in
            if key.isIndex, let index = key.intValue { return "\(index)" }
            return key.isContent ? "…" : key.stringValue
        }
        return names.joined(separator: ".")
    }
}
