public import Foundation

/// Why something could not be kept or read back.
///
/// The texts name the file, the key and the remedy. They never contain a stored value: what a decoder says about the
/// bytes is reduced to the place where they went wrong. The names of files and keys do appear; keep secrets out of
/// them.
public struct StorageError: Error, Sendable, Hashable {
    /// What went wrong.
    public struct Code: Sendable, Hashable {
        enum Value {
            case noSpace, notPermitted, cannotRead, cannotWrite, unusablePath, notAFile, corrupt, newer, migration
            case encoding, decoding, sealing, exposed, otherOwner, unavailable
        }
        let value: Value

        /// The disk is full, or the user's share of it.
        public static let noSpace = Code(value: .noSpace)
        /// The process may not read or write the file.
        public static let notPermitted = Code(value: .notPermitted)
        /// Reading failed for another reason.
        public static let cannotRead = Code(value: .cannotRead)
        /// Writing failed for another reason.
        public static let cannotWrite = Code(value: .cannotWrite)
        /// The URL is not that of a file.
        public static let unusablePath = Code(value: .unusablePath)
        /// There is something else than a file: a pipe, a device, a socket; for a file of secrets also a link.
        public static let notAFile = Code(value: .notAFile)
        /// The bytes are not those that were written: damaged, cut short, or another kind of file.
        public static let corrupt = Code(value: .corrupt)
        /// A newer version of the program has written it.
        public static let newer = Code(value: .newer)
        /// A step from an older version is missing, or failed.
        public static let migration = Code(value: .migration)
        /// The value could not be encoded.
        public static let encoding = Code(value: .encoding)
        /// The bytes are undamaged, but do not make a value of the type.
        public static let decoding = Code(value: .decoding)
        /// The functions that seal and open failed: the wrong key, or changed bytes.
        public static let sealing = Code(value: .sealing)
        /// A file of secrets can be read or written by others than its owner.
        public static let exposed = Code(value: .exposed)
        /// A file of secrets belongs to another user.
        public static let otherOwner = Code(value: .otherOwner)
        /// The system's store is not available, for instance because the device is locked.
        public static let unavailable = Code(value: .unavailable)
    }

    /// What went wrong.
    public let code: Code
    /// The path of the file, or the name of the store.
    public let file: String
    /// The name of the key, where one is concerned.
    public let key: String?
    /// What is known of the reason: the words of the system, the place in the value.
    public let reason: String?

    init(_ code: Code, file: String, key: String? = nil, reason: String? = nil) {
        self.code = code
        self.file = file
        self.key = key
        self.reason = reason
    }

    /// Makes an error, for a store of your own or a stub that has to fail.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - store: The path of the file, or the name of the store.
    ///   - key: The name of the key, where one is concerned.
    ///   - reason: What is known of the reason. Must not contain a value.
    public init(_ code: Code, in store: String, key: String? = nil, reason: String? = nil) {
        self.init(code, file: store, key: key, reason: reason)
    }
}

extension StorageError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// One or two sentences that name the file, the key and the remedy.
    public var description: String {
        let place = key.map { "“\($0)” in \(file)" } ?? file
        let because = reason.map { ": \($0)" } ?? ""
        return "\(place) \(what)\(because). \(remedy)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The same as ``description``, for those who ask for a localised text.
    public var errorDescription: String? { description }

    private var what: String {
        switch code.value {
        case .noSpace: "could not be written, the disk is full"
        case .notPermitted: "is not accessible to this process"
        case .cannotRead: "could not be read"
        case .cannotWrite: "could not be written"
        case .unusablePath: "is not the URL of a file"
        case .notAFile: "is not a file, but a link, a pipe or a device"
        case .corrupt: "is damaged"
        case .newer: "was written by a newer version"
        case .migration: "is of an older version and could not be brought up to date"
        case .encoding: "could not be encoded"
        case .decoding: "does not hold a value of the type that was asked for"
        case .sealing: "could not be sealed or opened"
        case .exposed: "can be read or written by other users"
        case .otherOwner: "belongs to another user"
        case .unavailable: "is not available"
        }
    }

    private var remedy: String {
        switch code.value {
        case .noSpace: "Free some space and try again; the old content is intact."
        case .notPermitted: "Check the permissions of the file and its folder."
        case .cannotRead: "Try again; if it stays so, check the disk."
        case .cannotWrite: "Try again; if it stays so, check the disk and the folder."
        case .unusablePath: "Use URL(filePath:)."
        case .notAFile: "Remove what is there, or choose another path."
        case .corrupt: "Remove it to start afresh."
        case .newer: "Update the program, or remove the file to start afresh."
        case .migration: "Add the missing step, or remove the file to start afresh."
        case .encoding: "Make the value one that the coder can write."
        case .decoding: "Ask for the type that was stored, or remove it."
        case .sealing: "Check the key; if it is lost, remove the file."
        case .exposed: "Take its secrets for known, and remove it or restrict it to mode 0600."
        case .otherOwner: "Take its secrets for known, and let that user remove it."
        case .unavailable: "Try again when the device is unlocked."
        }
    }
}
