/// A tree of scenes as one value: the state of each, and of the children that follow it.
///
/// Save it wherever you like; it is `Codable`. Restore it around the assembly of the topmost scene:
///
/// ```swift
/// let snapshot = try scene.snapshot(using: coder)
/// let restored = try snapshot.restore(using: coder) { App.assemble() }
/// ```
public struct SceneSnapshot: Codable, Sendable, Hashable {
    /// How many levels a tree of scenes may have that is saved: the topmost, its children, theirs and so on.
    ///
    /// A snapshot is nested as its scenes are, and so are its encoded forms. This is what common formats still read: the
    /// JSON of Foundation refuses 260 levels.
    public static let greatestDepth = 250

    /// The type of the state, by name.
    public let type: String
    /// The state, encoded.
    public let state: String
    /// The children that were declared with `present`, `stack` or `list`, by declaration and element.
    public let children: [String: SceneSnapshot]

    /// For what keeps snapshots, and changes them from version to version.
    package init(type: String, state: String, children: [String: SceneSnapshot]) {
        self.type = type
        self.state = state
        self.children = children
    }
}
