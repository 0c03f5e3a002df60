public import CIS
public import Foundation

/// Stores one value in a file, together with the version of its type. Use it for the state of a scene, a draft or a
/// document.
///
/// ```swift
/// let store = SnapshotStore<Draft>(
///     file, version: 3,
///     migrations: [
///         SnapshotMigration(from: 1) { (old: DraftV1) in
///             DraftV2(text: old.text, images: [])
///         },
///         SnapshotMigration(from: 2) { (old: DraftV2) in
///             Draft(text: old.text, images: old.images, isUrgent: false)
///         },
///     ])
/// try await store.save(draft)
/// let draft = try await store.load() ?? Draft()
/// ```
///
/// - **Atomic.** After a crash or a power cut, the file has the old value or the new one. If ``save(_:)`` had returned,
///   the file has the new value.
/// - **Checked.** A damaged file is reported with ``StorageError/Code/corrupt``.
/// - **Versioned.** A value of an older version is converted by the migrations when it is loaded; the file changes with
///   the next ``save(_:)``. A value of a newer version is reported with ``StorageError/Code/newer``.
/// - **Redacted.** The values of properties marked with ``Secret`` are not written.
///
/// To save a tree of scenes, use `SceneSnapshot` as the value; see <doc:StoringData>.
public struct SnapshotStore<Value: Codable & Sendable>: Sendable {
    private let file: URL
    private let version: UInt32
    private let migrations: [UInt32: SnapshotMigration]
    private let access: FileAccess
    private let files: any FileWorker

    /// Creates a store. The file is read on first use.
    ///
    /// - Parameters:
    ///   - file: The URL of the file. Its folder is created when needed.
    ///   - version: The current version of the type. Raise it when saved values can no longer be decoded as the type.
    ///   - migrations: The migrations from older versions. If two start from the same version, the last one is used.
    ///   - access: Who may read the file if it is created. An existing file keeps its permissions.
    ///   - files: Reads and writes the file.
    public init(
        _ file: URL, version: Int = 1, migrations: [SnapshotMigration] = [], access: FileAccess = .ownerOnly,
        files: any FileWorker = DiskFiles()
    ) {
        self.file = file
        self.version = UInt32(clamping: version)
        self.migrations = Dictionary(migrations.map { ($0.version, $0) }) { _, last in last }
        self.access = access
        self.files = files
    }

    /// Reads the value.
    ///
    /// - Returns: The value, or `nil` if none was saved.
    /// - Throws: ``StorageError`` if the file cannot be read, is damaged or has a newer version, if a migration is
    ///   missing or fails, or if the content cannot be decoded.
    @concurrent
    public func load() async throws(StorageError) -> Value? {
        guard let bytes = try files.read(file) else { return nil }
        return try decode(Array(bytes))
    }

    /// Writes the value, and returns when it is on disk.
    ///
    /// If two calls run at the same time, the file has one of the two values afterwards. Await the first call if the
    /// order matters.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``StorageError``. The file then has the old value. It has the new value only if a step after
    ///   the replacement of the file failed; see ``FileWorker/replace(_:with:access:durability:)``.
    @concurrent
    public func save(_ value: Value) async throws(StorageError) {
        try files.replace(file, with: Data(try encode(value)), accessIfNew: access)
    }

    /// Removes the file, if it exists.
    ///
    /// - Throws: ``StorageError`` if the file cannot be removed.
    @concurrent
    public func remove() async throws(StorageError) {
        try files.remove(file)
    }
}

extension SnapshotStore {
    private var path: String { file.path(percentEncoded: false) }

    /// Encodes a value as the content of the file.
    package func encode(_ value: Value) throws(StorageError) -> [UInt8] {
        do {
            let content = try JSONEncoder().encode(value)
            return Record(kind: .snapshot, version: version, content: Array(content)).bytes
        } catch {
            throw .encoding(error, file: path)
        }
    }

    /// Decodes the content of the file, which may be damaged.
    package func decode(_ bytes: [UInt8]) throws(StorageError) -> Value {
        let record: Record
        do {
            record = try Record(bytes, kind: .snapshot)
        } catch {
            throw StorageError(error, file: path)
        }
        let content = try migrated(record)
        do {
            return try JSONDecoder().decode(Value.self, from: content)
        } catch {
            throw .decoding(error, file: path)
        }
    }

    private func migrated(_ record: Record) throws(StorageError) -> Data {
        guard record.version <= version else {
            let reason = "it has version \(record.version), this program supports up to \(version)"
            throw StorageError(.newer, file: path, reason: reason)
        }
        var content = Data(record.content)
        var reached = record.version
        while reached < version {
            guard let migration = migrations[reached] else {
                throw StorageError(.migration, file: path, reason: "no migration from version \(reached)")
            }
            do {
                content = try migration.step(content)
            } catch {
                let reason = "the migration from version \(reached) failed: \(StorageError.place(of: error))"
                throw StorageError(.migration, file: path, reason: reason)
            }
            reached += 1
        }
        return content
    }
}

extension StateCoder {
    /// Encodes states as JSON, and decodes them.
    public static let json = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
}
