import Foundation

/// Loads, changes and saves the values of a store that keeps them in one file. It is not thread-safe.
struct KeyValueFile: Sendable {
    let file: URL
    let kind: Record.Kind
    let access: FileAccess
    let sealing: Sealing?
    let files: any FileWorker
    /// The content of the file when it was last read or written. Another store may have changed the file since.
    private var known: Content?

    private struct Content: Sendable {
        var bytes: Data?
        var table: KeyValueTable
    }

    init(file: URL, kind: Record.Kind, access: FileAccess, sealing: Sealing?, files: any FileWorker) {
        self.file = file
        self.kind = kind
        self.access = access
        self.sealing = sealing
        self.files = files
    }

    var path: String { file.path(percentEncoded: false) }

    /// The versions of the file's content: a ``KeyValueTable``, plain or sealed.
    private static let plain: UInt32 = 1
    private static let sealed: UInt32 = 2

    mutating func data(for name: String) throws(StorageError) -> Data? {
        try loaded()[name]
    }

    mutating func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        // The change is repeated until no other store has changed the file between reading and writing.
        while true {
            let old = try loaded()
            var new = old
            try change(&new[name])
            guard new != old else { return }
            let data = try encoded(new)
            // An existing file keeps its permissions, except one with secrets, which is always private.
            let access = known?.bytes == nil || kind == .secrets ? access : nil
            if try files.replace(file, ifStill: known?.bytes, with: data, access: access, durability: .synced) {
                known = Content(bytes: data, table: new)
                return
            }
        }
    }

    mutating func removeAll() throws(StorageError) {
        let data = try encoded(KeyValueTable())
        // A file with secrets may belong to nobody else, but a link would lead to another file.
        if kind == .secrets, try files.info(file)?.isRegular == false { throw StorageError(.notAFile, file: path) }
        if kind == .secrets {
            try files.replace(file, with: data, access: access, durability: .synced)
        } else {
            try files.replace(file, with: data, accessIfNew: access)
        }
        known = Content(bytes: data, table: KeyValueTable())
    }

    /// Reads the file, and decodes it if it has changed since the last call.
    private mutating func loaded() throws(StorageError) -> KeyValueTable {
        if kind == .secrets { try checkAccess() }
        let bytes = try files.read(file)
        if let known, known.bytes == bytes { return known.table }
        let table = if let bytes { try decoded(bytes) } else { KeyValueTable() }
        known = Content(bytes: bytes, table: table)
        return table
    }

    /// Throws if the file is not a regular file, belongs to another user, or if other users can access it.
    private func checkAccess() throws(StorageError) {
        guard let info = try files.info(file), !info.isOwnerOnly else { return }
        guard info.isRegular else { throw StorageError(.notAFile, file: path) }
        throw StorageError(info.isOwned ? .exposed : .otherOwner, file: path)
    }

    private func decoded(_ bytes: Data) throws(StorageError) -> KeyValueTable {
        let record: Record
        do {
            record = try Record(Array(bytes), kind: kind)
        } catch {
            throw StorageError(error, file: path)
        }
        guard let table = KeyValueTable(try opened(record)) else {
            throw StorageError(.corrupt, file: path, reason: "its content is not a valid table")
        }
        return table
    }

    private func encoded(_ table: KeyValueTable) throws(StorageError) -> Data {
        let content = try sealed(table.bytes)
        let record = Record(kind: kind, version: sealing == nil ? Self.plain : Self.sealed, content: content)
        return Data(record.bytes)
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
            throw StorageError(.sealing, file: path, reason: "it was written without a Sealing")
        case (Self.sealed, nil):
            throw StorageError(.sealing, file: path, reason: "it was written with a Sealing, and the store has none")
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
