public import CIS
public import Foundation

/// Keeps one value in a file, over crashes and over versions of the program: the state of a scene, a draft, a document.
///
/// ```swift
/// let store = SnapshotStore<Draft>(file, version: 3, migrations: [
///     SnapshotMigration(from: 1) { (old: DraftV1) in DraftV2(text: old.text, images: []) },
///     SnapshotMigration(from: 2) { (old: DraftV2) in Draft(text: old.text, images: old.images, isUrgent: false) },
/// ])
/// try await store.save(draft)
/// let draft = try await store.load() ?? Draft()
/// ```
///
/// - **Atomic.** After a crash at any point, also a power cut, the file has the old value or the new one; once
///   ``save(_:)`` has returned, the new one.
/// - **Checked.** A damaged file is reported with ``StorageError/Code/corrupt``, never read as something else.
/// - **Versioned.** An older value is brought up to date step by step. The file keeps the old version until the next
///   ``save(_:)``. A newer one is reported, and left alone.
/// - **Redacted.** Properties marked with ``Secret`` are not written.
///
/// To save whole scenes, let the value be a `SceneSnapshot`; <doc:KeepingThings> shows how to do it regularly.
public struct SnapshotStore<Value: Codable & Sendable>: Sendable {
    private let file: URL
    private let version: UInt32
    private let migrations: [UInt32: SnapshotMigration]
    private let access: FileAccess
    private let files: any FileWorker

    /// Makes a store. The file is not touched before the first use.
    ///
    /// - Parameters:
    ///   - file: Where the value is kept. Its folder is made when it is needed.
    ///   - version: The version of the type now. Raise it when the type changes in a way that its decoder does not
    ///     take.
    ///   - migrations: The steps from older versions, one from each; of two from the same version the last counts.
    ///   - access: Who may read the file.
    ///   - files: What reads and writes it.
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
    /// - Returns: The value; `nil` if none was saved.
    /// - Throws: ``StorageError``: the file is damaged, newer, of a version from which no step leads here, or does not
    ///   hold such a value.
    @concurrent
    public func load() async throws(StorageError) -> Value? {
        guard let bytes = try files.read(file) else { return nil }
        return try decode(Array(bytes))
    }

    /// Writes the value, and returns when the disk has it.
    ///
    /// Two saves at the same time leave one of the two values, whole. Await one before the next if the order matters.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``StorageError``. The file then has the old value.
    @concurrent
    public func save(_ value: Value) async throws(StorageError) {
        try files.replace(file, with: Data(try encode(value)), access: access, durability: .synced)
    }

    /// Removes the file, if there is one.
    ///
    /// - Throws: ``StorageError`` if it cannot be removed.
    @concurrent
    public func remove() async throws(StorageError) {
        try files.remove(file)
    }
}

extension SnapshotStore {
    private var path: String { file.path(percentEncoded: false) }

    /// The value as the bytes of a file.
    package func encode(_ value: Value) throws(StorageError) -> [UInt8] {
        do {
            let content = try JSONEncoder().encode(value)
            return Record(kind: .snapshot, version: version, content: Array(content)).bytes
        } catch {
            throw .encoding(error, file: path)
        }
    }

    /// The value in the bytes of a file, whatever they are.
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
            let reason = "it has version \(record.version), this program knows \(version)"
            throw StorageError(.newer, file: path, reason: reason)
        }
        var content = Data(record.content)
        var reached = record.version
        while reached < version {
            guard let migration = migrations[reached] else {
                throw StorageError(.migration, file: path, reason: "no step from version \(reached)")
            }
            do {
                content = try migration.step(content)
            } catch {
                let reason = "the step from version \(reached) failed, \(StorageError.place(of: error))"
                throw StorageError(.migration, file: path, reason: reason)
            }
            reached += 1
        }
        return content
    }
}

extension StateCoder {
    /// States as JSON.
    public static let json = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
}
