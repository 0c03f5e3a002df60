public import Foundation

/// Reads and writes whole files. The other workers of this module that keep something go through one.
///
/// ``DiskFiles`` is the file system; ``MemoryFiles`` keeps everything in memory, for tests and previews.
///
/// The functions block their caller until the disk has answered, which takes from microseconds to, with
/// ``Durability/synced``, some milliseconds. On the main actor, call them from a function that is declared
/// `@concurrent`.
public protocol FileWorker: Sendable {
    /// The bytes of a file.
    ///
    /// - Parameter file: The URL of a file.
    /// - Returns: The bytes; `nil` if there is no such file.
    /// - Throws: ``StorageError`` if there is a file and it cannot be read; ``StorageError/Code/notAFile`` if there is a pipe
    ///   or a device.
    func read(_ file: URL) throws(StorageError) -> Data?

    /// Puts new bytes in the place of a file, in one step.
    ///
    /// A reader, in whatever process, sees the old bytes or the new ones. Missing folders are made. A link is replaced
    /// by a file; a pipe or a device is not, which is ``StorageError/Code/notAFile``.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. It need not exist.
    ///   - data: The new bytes.
    ///   - access: Who may read the file. `nil` allows no more than the file does now; a new file is
    ///     ``FileAccess/standard``.
    ///   - durability: Whether to wait until the disk has the bytes.
    /// - Throws: ``StorageError``. The file then has the old bytes; only if the folder could not be written at the very
    ///   end, it may have the new ones.
    func replace(
        _ file: URL, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError)

    /// Puts new bytes in the place of a file if it still has the old ones, with no other writer in between.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. It need not exist.
    ///   - old: What the file has to have; `nil`: there has to be none.
    ///   - data: The new bytes.
    ///   - access: Who may read the file, as in ``replace(_:with:access:durability:)``.
    ///   - durability: Whether to wait until the disk has the bytes.
    /// - Returns: Whether the file had the old bytes, and so has the new ones now. If not, nothing has changed.
    /// - Throws: ``StorageError``, as ``replace(_:with:access:durability:)`` does.
    func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) -> Bool

    /// Writes bytes behind the last one of a file. Not atomic: after a crash a part of them may be there.
    ///
    /// - Parameters:
    ///   - data: The bytes to add.
    ///   - file: The URL of the file. It is made if there is none, with its folders.
    ///   - access: Who may read the file, if it is made.
    /// - Throws: ``StorageError``. A part of the bytes may have been written.
    func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError)

    /// Gives a file another name, in one step.
    ///
    /// - Parameters:
    ///   - file: The URL of a file. If there is none, nothing happens.
    ///   - target: Its new URL, on the same volume. What is there is replaced.
    /// - Throws: ``StorageError``. The file then has its old name.
    func move(_ file: URL, to target: URL) throws(StorageError)

    /// Removes a file. It does not wait for the disk: after a power cut the file may be there again.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: Whether there was one.
    /// - Throws: ``StorageError`` if there is one and it cannot be removed.
    @discardableResult
    func remove(_ file: URL) throws(StorageError) -> Bool

    /// What is known of a file.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: Its size and so on; `nil` if there is none, or it is a folder.
    /// - Throws: ``StorageError`` if the system does not say.
    func info(_ file: URL) throws(StorageError) -> FileInfo?

    /// The files directly inside a folder, without those that are being written.
    ///
    /// - Parameter folder: The URL of the folder.
    /// - Returns: The files in the order of their names; none if there is no such folder.
    /// - Throws: ``StorageError`` if the folder cannot be read.
    /// - Complexity: O(*n* log *n*) for *n* files.
    func list(_ folder: URL) throws(StorageError) -> [FileInfo]

    /// Removes what writers that have died have left in a folder: parts of files that never got their names.
    ///
    /// They do no harm but take space. At most one is left per file, and the next
    /// ``replace(_:with:access:durability:)`` of that file takes it away; call this where files are not written again.
    ///
    /// - Parameter folder: The URL of the folder.
    /// - Throws: ``StorageError`` if the folder cannot be read or changed.
    func removeLeftovers(in folder: URL) throws(StorageError)
}

extension FileWorker {
    /// Puts new bytes in the place of a file, in one step, and waits until the disk has them.
    ///
    /// The short form of ``FileWorker/replace(_:with:access:durability:)``, which says more.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - data: The new bytes.
    /// - Throws: ``StorageError``. The file then has the old bytes.
    public func replace(_ file: URL, with data: Data) throws(StorageError) {
        try replace(file, with: data, access: nil, durability: .synced)
    }

    /// Reads the file, and replaces it if it has the old bytes. Another writer may come in between: a worker whose files
    /// several writers share needs a function of its own.
    public func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) -> Bool {
        guard try read(file) == old else { return false }
        try replace(file, with: data, access: access, durability: durability)
        return true
    }
}

/// Who may read a file.
public enum FileAccess: Sendable, Hashable {
    /// Whoever the system's defaults (the *umask* of the process) allow.
    case standard
    /// The user whose process writes it, and nobody else (mode 0600). The file is born with it.
    case ownerOnly
}

/// When a write counts as done.
public enum Durability: Sendable, Hashable {
    /// When the disk has the bytes and the name: a crash of the process, of the system and a power cut leave the old
    /// file or the new one, and the new one once the call has returned. Takes some milliseconds.
    case synced
    /// When the system has the bytes. A crash of the process leaves the old file or the new one; a crash of the system
    /// may leave a damaged one. For what can be made again, and is checked when it is read.
    case buffered
}

/// What is known of a file.
public struct FileInfo: Sendable, Hashable {
    /// Where it is.
    public let file: URL
    /// Its size in bytes.
    public let size: Int
    /// When it was last written, by the clock of the system.
    public let modified: Date
    /// Whether only its owner, the user of this process, may read and write it.
    public let isOwnerOnly: Bool
    /// Whether it is a regular file: no link, no pipe, no device.
    public let isRegular: Bool
    /// Whether it belongs to the user of this process.
    public let isOwned: Bool

    /// Makes a description, for a ``FileWorker`` of your own.
    ///
    /// - Parameters:
    ///   - file: Where it is.
    ///   - size: Its size in bytes.
    ///   - modified: When it was last written.
    ///   - isOwnerOnly: Whether only the user of this process may read and write it.
    ///   - isRegular: Whether it is no link, no pipe and no device.
    ///   - isOwned: Whether it belongs to the user of this process.
    public init(
        file: URL, size: Int, modified: Date, isOwnerOnly: Bool, isRegular: Bool = true, isOwned: Bool = true
    ) {
        self.file = file
        self.size = size
        self.modified = modified
        self.isOwnerOnly = isOwnerOnly
        self.isRegular = isRegular
        self.isOwned = isOwned
    }
}
