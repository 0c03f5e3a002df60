import Foundation

/// Reads and writes the file of a store that keeps all its values in one.
struct Vault: Sendable {
    let file: URL
    let kind: Record.Kind
    let access: FileAccess
    let sealing: Sealing?
    let files: any FileWorker

    var path: String { file.path(percentEncoded: false) }

    /// The version of the content: a ``KeyValueTable``, sealed or not.
    private static let plain: UInt32 = 1
    private static let sealed: UInt32 = 2

    /// Refuses a file that others can read.
    func checkAccess() throws(StorageError) {
        guard access == .ownerOnly, let info = try files.info(file), !info.isOwnerOnly else { return }
        throw StorageError(.exposed, file: path)
    }

    func load() throws(StorageError) -> KeyValueTable {
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

    func save(_ table: KeyValueTable) throws(StorageError) {
        let content = try sealed(table.bytes)
        let record = Record(kind: kind, version: sealing == nil ? Self.plain : Self.sealed, content: content)
        try files.replace(file, with: Data(record.bytes), access: access, durability: .synced)
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
