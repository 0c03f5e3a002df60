public import Foundation

/// A store that keeps all values in one file and replaces the file at every change.
///
/// Use it for settings and short lists on every system. Each call reads the file. Each change also writes it and waits
/// for the disk, which takes some milliseconds. Keep large or many values elsewhere, for instance in a ``DiskCache``.
///
/// After a crash or a power cut, the file has the values from before or from after the change. If ``change(_:_:)``
/// returned before the crash, the file has the values from after the change. A damaged file is reported with
/// ``StorageError/Code/corrupt``.
///
/// Several stores may use the same file, even in several processes. Each sees the changes of the others, and no change
/// is lost: if another store changes the file at the same time, the change is applied again, to the new values. This also
/// holds for stores at a symbolic link to the file.
public actor FileStore: KeyValueStore {
    private var content: KeyValueFile
    /// The path of the file.
    public nonisolated let place: String

    /// Creates a store. The file is read on first use.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. Its folder is created when needed.
    ///   - access: Who may read the file if it is created. An existing file keeps its permissions.
    ///   - files: Reads and writes the file.
    public init(_ file: URL, access: FileAccess = .ownerOnly, files: any FileWorker = DiskFiles()) {
        content = KeyValueFile(file: file, kind: .keyValues, access: access, sealing: nil, files: files)
        place = content.path
    }

    /// Returns the bytes for a name, or `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        try content.data(for: name)
    }

    /// Changes the bytes for a name, and returns when they are on disk.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        try content.change(name, change)
    }

    /// Removes all values.
    public func removeAll() throws(StorageError) {
        try content.removeAll()
    }
}
