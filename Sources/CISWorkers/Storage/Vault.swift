import Foundation

/// All of a store that keeps its values in one file, but for who may call it when.
struct Vault: Sendable {
    let file: URL
    let kind: Record.Kind
    let access: FileAccess
    let sealing: Sealing?
    let files: any FileWorker
    /// What the file has, once it was read.
    private var table: KeyValueTable?

    init(file: URL, kind: Record.Kind, access: FileAccess, sealing: Sealing?, files: any FileWorker) {
        self.file = file
        self.kind = kind
        self.access = access
        self.sealing = sealing
        self.files = files
    }

    var path: String { file.path(percentEncoded: false) }

    /// The version of the content: a ``KeyValueTable``, sealed or not.
    private static let plain: UInt32 = 1
    private static let sealed: UInt32 = 2

    mutating func data(for name: String) throws(StorageError) -> Data? {
        try loaded()[name]
    }

    mutating func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        let old = try loaded()
        var new = old
        try change(&new[name])
        if new != old { try save(new) }
    }

    mutating func removeAll() throws(StorageError) {
        try save(KeyValueTable())
    }

    private mutating func loaded() throws(StorageError) -> KeyValueTable {
        // Also of a file that was read before: others may have been let in since.
        if kind == .secrets { try checkAccess() }
        if let table { return table }
        let loaded = try load()
        table = loaded
        return loaded
    }

    /// Refuses a file that others can read.
    private func checkAccess() throws(StorageError) {
        guard let info = try files.info(file), !info.isOwnerOnly else { return }
        throw StorageError(.exposed, file: path)
    }

    private func load() throws(StorageError) -> KeyValueTable {
        guard let bytes = try files.read(file) else { return KeyValueTable() }
        let record: Record
        do {
            record = try Record(Array(bytes), kind: kind)
        } catch {
            throw StorageError(error, file: path)
        }
        guard let table = KeyValueTable(try opened(record)) else {
            throw StorageError(.corrupt, file: path, reason: "its table is not one")
        }
        return table
    }

    private mutating func save(_ new: KeyValueTable) throws(StorageError) {
        // If writing fails, what the disk has is read again.
        table = nil
        let content = try sealed(new.bytes)
        let record = Record(kind: kind, version: sealing == nil ? Self.plain : Self.sealed, content: content)
        try files.replace(file, with: Data(record.bytes), access: access, durability: .synced)
        table = new
    }

    private func sealed(_ bytes: [UInt8]) throws(StorageError) -> [UInt8] {
        guard let sealing else { return bytes }
        do {
            return Array(try sealing.seal(Data(bytes)))
        } catch {
            throw StorageError(.sealing, file: path, reason: "\(type(of: error))")
        }
    }

    private func opened(_ record: Record) throws(StorageError) -> [UInt8] {
        switch (record.version, sealing) {
        case (Self.plain, nil): return record.content
        case (Self.plain, _):
            throw StorageError(.sealing, file: path, reason: "it was written without sealing")
        case (Self.sealed, nil):
            throw StorageError(.sealing, file: path, reason: "it was written with sealing, and none is given")
        case (Self.sealed, let sealing?):
            do {
                return Array(try sealing.open(Data(record.content)))
            } catch {
                throw StorageError(.sealing, file: path, reason: "\(type(of: error))")
            }
        default: throw StorageError(.newer, file: path)
        }
    }
}

extension StorageError {
    init(_ damage: Record.Damage, file: String) {
        self.init(damage == .newerLayout ? .newer : .corrupt, file: file, reason: damage.rawValue)
    }
}
