public import Foundation

/// An error of a store, a cache or a file.
///
/// The messages contain the name of the file, the key and a way to fix the problem. They never contain a stored value.
/// File and key names appear in messages, so they must not contain secrets.
public struct StorageError: Error, Sendable, Hashable {
    /// The kind of an error.
    public struct Code: Sendable, Hashable {
        enum Value {
            case noSpace, notPermitted, cannotRead, cannotWrite, unusablePath, notAFile, corrupt, newer, migration
            case encoding, decoding, sealing, exposed, otherOwner, unavailable
        }
        let value: Value

        /// The disk is full, or the quota of the user is used up.
        public static let noSpace = Code(value: .noSpace)
        /// The process has no permission to read or write the file, or the file system is read-only.
        public static let notPermitted = Code(value: .notPermitted)
        /// Reading failed for another reason.
        public static let cannotRead = Code(value: .cannotRead)
        /// Writing failed for another reason.
        public static let cannotWrite = Code(value: .cannotWrite)
        /// The URL is not a file URL, or its path is empty or contains a zero byte.
        public static let unusablePath = Code(value: .unusablePath)
        /// The path refers to a pipe, a device or a socket. A ``SecureFileStore`` also throws it for a link.
        public static let notAFile = Code(value: .notAFile)
        /// The bytes are damaged, cut short, or belong to another kind of file.
        public static let corrupt = Code(value: .corrupt)
        /// The file was written by a newer version of the program.
        public static let newer = Code(value: .newer)
        /// A migration from an older version is missing or failed.
        public static let migration = Code(value: .migration)
        /// The value could not be encoded.
        public static let encoding = Code(value: .encoding)
        /// The bytes are undamaged but cannot be decoded as the type.
        public static let decoding = Code(value: .decoding)
        /// Encryption or decryption failed, for instance because of a wrong key.
        public static let sealing = Code(value: .sealing)
        /// Other users can read or write a file of secrets.
        public static let exposed = Code(value: .exposed)
        /// A file of secrets belongs to another user.
        public static let otherOwner = Code(value: .otherOwner)
        /// The keychain or the user defaults are not available, for instance because the device is locked.
        public static let unavailable = Code(value: .unavailable)
    }

    /// The kind of the error.
    public let code: Code
    /// The path of the file, or the name of the store.
    public let file: String
    /// The name of the key, if there is one.
    public let key: String?
    /// Details, such as the message of the system or the position in the value.
    public let reason: String?

    init(_ code: Code, file: String, key: String? = nil, reason: String? = nil) {
        self.code = code
        self.file = file
        self.key = key
        self.reason = reason
    }

    /// Creates an error, for your own store or for a stub that fails.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - store: The path of the file, or the name of the store.
    ///   - key: The name of the key, if there is one.
    ///   - reason: Details. They must not contain a stored value.
    public init(_ code: Code, in store: String, key: String? = nil, reason: String? = nil) {
        self.init(code, file: store, key: key, reason: reason)
    }
}

extension StorageError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// The message: the file, the key, the problem and a way to fix it.
    public var description: String {
        let place = key.map { "“\($0)” in \(file)" } ?? file
        let because = reason.map { ": \($0)" } ?? ""
        return "\(place) \(what)\(because). \(remedy)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    private var what: String {
        switch code.value {
        case .noSpace: "could not be written, the disk is full"
        case .notPermitted: "is not accessible to this process"
        case .cannotRead: "could not be read"
        case .cannotWrite: "could not be written"
        case .unusablePath: "is not the URL of a file"
        case .notAFile: "is not a regular file, but a link, a pipe or a device"
        case .corrupt: "is damaged"
        case .newer: "was written by a newer version"
        case .migration: "has an older version and could not be migrated"
        case .encoding: "could not be encoded"
        case .decoding: "does not contain a value of the requested type"
        case .sealing: "could not be encrypted or decrypted"
        case .exposed: "can be read or written by other users"
        case .otherOwner: "belongs to another user"
        case .unavailable: "is not available"
        }
    }

    private var remedy: String {
        switch code.value {
        case .noSpace: "Free some space and try again."
        case .notPermitted: "Check the permissions of the file and its folder."
        case .cannotRead: "Try again; if the error remains, check the disk."
        case .cannotWrite: "Try again; if the error remains, check the disk and the folder."
        case .unusablePath: "Use URL(filePath:)."
        case .notAFile: "Remove it, or use another path."
        case .corrupt: "Remove it to start again."
        case .newer: "Update the program, or remove the file to start again."
        case .migration: "Add the missing migration, or remove the file to start again."
        case .encoding: "Check that the type can be encoded."
        case .decoding: "Use the type that was stored, or remove the value."
        case .sealing: "Check the key; if it is lost, remove the file."
        case .exposed: "Replace its secrets, because they may be known; then remove it or restrict it to mode 0600."
        case .otherOwner: "Replace its secrets, because they may be known; then let that user remove it."
        case .unavailable: "Try again when the device is unlocked."
        }
    }
}
