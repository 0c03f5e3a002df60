internal import CIS
public import Foundation

/// Converts a saved value from one version to the next.
public struct SnapshotMigration: Sendable {
    /// The version of the values that the migration converts.
    let version: UInt32
    let step: @Sendable (Data) throws -> Data

    /// Creates a migration from one type to another. Keep the old type as long as saved values of its version may
    /// exist.
    ///
    /// - Parameters:
    ///   - version: The old version. The new version is one higher.
    ///   - convert: Converts a value. If it throws, loading fails with ``StorageError/Code/migration``.
    public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
        from version: Int, _ convert: @escaping @Sendable (Old) throws -> New
    ) {
        self.init(
            from: version,
            json: { bytes in
                try JSONEncoder().encode(try convert(try JSONDecoder().decode(Old.self, from: bytes)))
            })
    }

    /// Creates a migration that converts the JSON text. Use it for changes that are simpler without types.
    ///
    /// - Parameters:
    ///   - version: The old version. The new version is one higher.
    ///   - convert: Converts the JSON of a value. If it throws, loading fails with ``StorageError/Code/migration``.
    public init(from version: Int, json convert: @escaping @Sendable (Data) throws -> Data) {
        self.version = UInt32(clamping: version)
        step = convert
    }

    /// Returns a migration of the scenes in a `SceneSnapshot`, for states that were renamed, moved to another module,
    /// or changed.
    ///
    /// ```swift
    /// SnapshotMigration.scenes(from: 1) { scene in
    ///     if scene.type == "App.Notes.State" {
    ///         scene.type = "NotesScene.Notes.State"
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - version: The old version. The new version is one higher.
    ///   - change: Changes each scene of the tree, parents before children. If it throws, loading fails with
    ///     ``StorageError/Code/migration``.
    /// - Returns: The migration.
    public static func scenes(
        from version: Int, _ change: @escaping @Sendable (inout SavedScene) throws -> Void
    ) -> SnapshotMigration {
        @Sendable func changed(_ snapshot: SceneSnapshot) throws -> SceneSnapshot {
            var scene = SavedScene(type: snapshot.type, state: snapshot.state)
            try change(&scene)
            return SceneSnapshot(
                type: scene.type, state: scene.state, children: try snapshot.children.mapValues(changed))
        }
        return SnapshotMigration(from: version) { (snapshot: SceneSnapshot) in try changed(snapshot) }
    }

    /// A saved scene.
    public struct SavedScene: Sendable, Hashable {
        /// The name of the state's type, with the module name.
        public var type: String
        /// The state, in the format of the snapshot's coder.
        public var state: String
    }
}
