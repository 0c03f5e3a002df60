public import Foundation

/// Keeps values in one file, which is written anew, atomically, at every change.
///
/// After a crash at any point, also a power cut, the file has the values before the change or after it; once
/// ``change(_:_:)`` has returned, those after it. A damaged file is reported with ``StorageError/Code/corrupt``, never
/// read as something else.
///
/// Several stores, also of several processes, may have the same file: each sees what the others have written, and no
/// change is lost. Where two change the file at the same time, the second does its change again on what the first has left.
///
/// Each use reads the file; a change also writes it, and takes some milliseconds for the disk to confirm. Keep large or
/// many values elsewhere, for instance in a ``DiskCache``.
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
