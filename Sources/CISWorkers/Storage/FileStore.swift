public import Foundation

/// Keeps values in one file, which is written anew, atomically, at every change.
///
/// After a crash at any point, also a power cut, the file has the values before the change or after it; once
/// ``change(_:_:)`` has returned, those after it. A damaged file is reported with ``StorageError/Code/corrupt``, never
/// read as something else.
///
/// The file is read once, at the first use. It belongs to one store at a time: what another process writes is not seen,
/// and overwritten. A change costs what writing the whole file costs, some milliseconds for the disk to confirm; keep
/// large or many values elsewhere, for instance in a ``DiskCache``.
public actor FileStore: KeyValueStore {
    private var vault: Vault
    /// The path of the file.
    public nonisolated let place: String

    /// Makes a store. The file is not touched before the first use.
    ///
    /// - Parameters:
    ///   - file: Where the values are kept. Its folder is made when it is needed.
    ///   - access: Who may read the file.
    ///   - files: What reads and writes it.
    public init(_ file: URL, access: FileAccess = .ownerOnly, files: any FileWorker = DiskFiles()) {
        vault = Vault(file: file, kind: .keyValues, access: access, sealing: nil, files: files)
        place = vault.path
    }

    /// The bytes under a name, `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        try vault.data(for: name)
    }

    /// Changes the bytes under a name, and returns when the disk has them.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        try vault.change(name, change)
    }

    /// Removes everything.
    public func removeAll() throws(StorageError) {
        try vault.removeAll()
    }
}
