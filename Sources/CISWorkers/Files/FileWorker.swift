public import Foundation

/// Reads and writes whole files. The stores, caches and logs of this module use a file worker to access files.
///
/// ``DiskFiles`` uses the file system. ``MemoryFiles`` keeps everything in memory, for tests and previews.
///
/// The functions block the calling thread until the file system has answered. This takes microseconds, or some
/// milliseconds with ``Durability/synced``. From the main actor, call them in a function that is declared
/// `@concurrent`.
public protocol FileWorker: Sendable {
    /// Reads a file.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: The content, or `nil` if the file does not exist.
    /// - Throws: ``StorageError`` if the file cannot be read; with ``StorageError/Code/notAFile`` if the path refers to
    ///   a pipe or a device.
    func read(_ file: URL) throws(StorageError) -> Data?

    /// Replaces a file in one step, or creates it.
    ///
    /// Every reader, in any process, sees either the old content or the new one. Missing folders are created. A symbolic
    /// link stays, and its target is replaced. For a pipe or a device the function throws
    /// ``StorageError/Code/notAFile``.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. It does not have to exist.
    ///   - data: The new content.
    ///   - access: Who may read the file. With `nil`, an existing file keeps its permissions, and a new file gets
    ///     ``FileAccess/standard``.
    ///   - durability: Whether to wait until the content is on disk.
    /// - Throws: ``StorageError``. The file then has its old content, with one exception: if the file was already
    ///   replaced and a later step failed, such as waiting for the disk, it has the new content.
    func replace(
        _ file: URL, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError)

    /// Replaces a file in one step if it still has the expected content.
    ///
    /// No other call of `replace` can change the file between the check and the replacement.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. It does not have to exist.
    ///   - old: The expected content. `nil` means that the file must not exist.
    ///   - data: The new content.
    ///   - access: Who may read the file, as in ``replace(_:with:access:durability:)``.
    ///   - durability: Whether to wait until the content is on disk.
    /// - Returns: Whether the file was replaced. If it had other content, it is unchanged.
    /// - Throws: ``StorageError``, as ``replace(_:with:access:durability:)`` does.
    func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) -> Bool

    /// Appends bytes to a file. The function is not atomic: after a crash, some of the bytes may be written.
    ///
    /// - Parameters:
    ///   - data: The bytes to append.
    ///   - file: The URL of the file. The file and its folders are created if they do not exist.
    ///   - access: Who may read the file if it is created.
    /// - Throws: ``StorageError``. Some of the bytes may be written.
    func append(_ data: Data, to file: URL, access: FileAccess) throws(StorageError)

    /// Renames a file in one step.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. If it does not exist, nothing happens.
    ///   - target: The new URL, on the same volume. An existing file is replaced; a pipe or a device is not.
    /// - Throws: ``StorageError``. The file then has its old name.
    func move(_ file: URL, to target: URL) throws(StorageError)

    /// Removes a file. The function does not wait for the disk, so the file may exist again after a power cut.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: Whether the file existed.
    /// - Throws: ``StorageError`` if the file exists and cannot be removed.
    @discardableResult
    func remove(_ file: URL) throws(StorageError) -> Bool

    /// Returns information about a file.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: The information, or `nil` if the file does not exist or is a folder.
    /// - Throws: ``StorageError`` if the information cannot be read.
    func info(_ file: URL) throws(StorageError) -> FileInfo?

    /// Lists the files in a folder, without subfolders and temporary files.
    ///
    /// - Parameter folder: The URL of the folder.
    /// - Returns: The files, sorted by name. Empty if the folder does not exist.
    /// - Throws: ``StorageError`` if the folder cannot be read.
    /// - Complexity: O(*n* log *n*) for *n* files.
    func list(_ folder: URL) throws(StorageError) -> [FileInfo]

    /// Removes the temporary files that remain in a folder after a writing process was killed.
    ///
    /// Each file has at most one temporary file, which the next ``replace(_:with:access:durability:)`` of the file
    /// removes. Call this function to free the space in folders whose files are not written again.
    ///
    /// - Parameter folder: The URL of the folder.
    /// - Throws: ``StorageError`` if the folder cannot be read or changed.
    func removeLeftovers(in folder: URL) throws(StorageError)
}

extension FileWorker {
    /// Replaces a file in one step, and waits until the content is on disk.
    ///
    /// This is ``FileWorker/replace(_:with:access:durability:)`` with the permissions of the existing file and
    /// ``Durability/synced``.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - data: The new content.
    /// - Throws: ``StorageError``, as ``FileWorker/replace(_:with:access:durability:)`` does.
    public func replace(_ file: URL, with data: Data) throws(StorageError) {
        try replace(file, with: data, access: nil, durability: .synced)
    }

    /// Reads the file, and replaces it if it has the expected content.
    ///
    /// Another writer may change the file between the two steps. If your files have several writers, implement this
    /// function without such a gap.
    public func replace(
        _ file: URL, ifStill old: Data?, with data: Data, access: FileAccess?, durability: Durability
    ) throws(StorageError) -> Bool {
        guard try read(file) == old else { return false }
        try replace(file, with: data, access: access, durability: durability)
        return true
    }
}

extension FileWorker {
    /// Replaces a file, which keeps its permissions, or creates it with the given ones.
    ///
    /// The permissions of a file that has gone in the meantime would be too wide: those of any new file.
    func replace(_ file: URL, with data: Data, accessIfNew access: FileAccess) throws(StorageError) {
        while let old = try? read(file) {
            if try replace(file, ifStill: old, with: data, access: nil, durability: .synced) { return }
        }
        try replace(file, with: data, access: access, durability: .synced)
    }
}

/// Who may read a file.
public enum FileAccess: Sendable, Hashable {
    /// The users that the umask of the process allows.
    case standard
    /// Only the user of this process (mode 0600). A new file has this mode from the beginning.
    case ownerOnly
}

/// What a write waits for.
public enum Durability: Sendable, Hashable {
    /// Waits until the content and the name are on disk, which takes some milliseconds. After a crash or a power cut
    /// during the call, the file has the old content or the new one. If the call had returned, it has the new one.
    case synced
    /// Waits only until the system has the content. After a crash of the process, the file has the old content or the
    /// new one. After a crash of the system or a power cut, it may be damaged. Use it for data that can be created
    /// again and has a checksum.
    case buffered
}

/// Information about a file.
public struct FileInfo: Sendable, Hashable {
    /// The URL.
    public let file: URL
    /// The size in bytes.
    public let size: Int
    /// The time of the last change.
    public let modified: Date
    /// Whether it is a regular file that belongs to the user of this process, and other users have no permissions for
    /// it.
    public let isOwnerOnly: Bool
    /// Whether it is a regular file, not a link, a pipe or a device.
    public let isRegular: Bool
    /// Whether the file belongs to the user of this process.
    public let isOwned: Bool

    /// Creates a value, for your own ``FileWorker``.
    ///
    /// - Parameters:
    ///   - file: The URL.
    ///   - size: The size in bytes.
    ///   - modified: The time of the last change.
    ///   - isOwnerOnly: Whether only the user of this process may read and write the file.
    ///   - isRegular: Whether it is a regular file, not a link, a pipe or a device.
    ///   - isOwned: Whether the file belongs to the user of this process.
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
