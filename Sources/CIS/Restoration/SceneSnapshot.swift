/// A tree of scenes as one value: the state of a scene and of the children that follow it.
///
/// It is `Codable`, so it can be saved anywhere. To restore it, assemble the topmost scene inside `restore`:
///
/// ```swift
/// let snapshot = try scene.snapshot(using: coder)
/// let restored = try snapshot.restore(using: coder) { App.assemble() }
/// ```
public struct SceneSnapshot: Codable, Sendable, Hashable {
    /// The greatest number of levels in a saved tree of scenes.
    ///
    /// A snapshot and its encoded form are nested like its scenes. Common formats limit the depth: Foundation's JSON
    /// decoder refuses 260 levels.
    public static let greatestDepth = 250

    /// The type of the state, by name.
    public let type: String
    /// The state, encoded.
    public let state: String
    /// The children that were declared with `present`, `stack` or `list`. The key names the declaration and the
    /// element.
    public let children: [String: SceneSnapshot]

    /// Creates a snapshot, for code that stores and migrates snapshots.
    package init(type: String, state: String, children: [String: SceneSnapshot]) {
        self.type = type
        self.state = state
        self.children = children
    }
}
