internal import CIS
public import Foundation

/// One step that brings a saved value from a version to the next.
public struct SnapshotMigration: Sendable {
    /// The version it starts from.
    let version: UInt32
    let step: @Sendable (Data) throws -> Data

    /// A step from one type to another. Keep the old type for as long as values of its version may be around.
    ///
    /// - Parameters:
    ///   - version: The version the step starts from. It leads to the next.
    ///   - convert: Makes the new value. What it throws is reported as ``StorageError/Code/migration``.
    public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
        from version: Int, _ convert: @escaping @Sendable (Old) throws -> New
    ) {
        self.init(
            from: version,
            json: { bytes in
                try JSONEncoder().encode(try convert(try JSONDecoder().decode(Old.self, from: bytes)))
            })
    }

    /// A step from JSON to JSON, for changes that are simpler without types.
    ///
    /// - Parameters:
    ///   - version: The version the step starts from. It leads to the next.
    ///   - convert: Is given the JSON of the old value, and makes that of the new one. What it throws is reported as
    ///     ``StorageError/Code/migration``.
    public init(from version: Int, json convert: @escaping @Sendable (Data) throws -> Data) {
        self.version = UInt32(clamping: version)
        step = convert
    }

    /// A step for the scenes in a `SceneSnapshot`: a state that was renamed, moved to another module, or changed.
    ///
    /// ```swift
    /// SnapshotMigration.scenes(from: 1) { scene in
    ///     if scene.type == "App.Notes.State" { scene.type = "NotesScene.Notes.State" }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - version: The version the step starts from. It leads to the next.
    ///   - change: Is given each scene of the tree, parents first. What it throws is reported as
    ///     ``StorageError/Code/migration``.
    /// - Returns: The step.
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

    /// One scene of a saved tree.
    public struct SavedScene: Sendable, Hashable {
        /// The name of its state's type, with the module.
        public var type: String
        /// Its state, as the coder of the snapshot wrote it.
        public var state: String
    }
}
