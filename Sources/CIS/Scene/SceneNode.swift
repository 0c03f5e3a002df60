/// A running scene of any definition: a node in a tree of scenes. Every ``SceneRuntime`` is one.
@MainActor
public protocol SceneNode: AnyObject, Sendable {
    /// Identifies the scene.
    var identity: SceneIdentity { get }
    /// The scenes that it owns, in the order in which they were added.
    var children: [any SceneNode] { get }
    /// The running and waiting actions as text: their values in debug builds and traced scenes, otherwise a count.
    var actionDescriptions: [String] { get }
    /// The state, as text.
    var stateDescription: String { get }
    /// The scene, and the children that follow its state, as one value.
    func snapshot(using coder: StateCoder) throws -> SceneSnapshot
    /// Ends the scene, and with it its children.
    func stop()
    /// The core of a ``SceneRuntime``. A node of another type has the default, `nil`.
    // A requirement, because a cast to a protocol takes as long as making a scene. Of the type `AnyObject`, because this
    // folder does not depend on that of `SceneCore`.
    var _core: AnyObject? { get }
}

extension SceneNode {
    /// `nil`.
    public var _core: AnyObject? { nil }

    /// The scene and all scenes below it, one indented line each: name, state, running actions. The format may change.
    public var treeDescription: String {
        var lines: [String] = []
        // A loop, because a tree may be deeper than the call stack allows.
        var rest: [(scene: any SceneNode, depth: Int)] = [(self, 0)]
        // By mistake, a scene may be below itself.
        var seen: Set<ObjectIdentifier> = []
        while let (scene, depth) = rest.popLast() {
            let isNew = seen.insert(ObjectIdentifier(scene)).inserted
            lines.append(String(repeating: "  ", count: depth) + (isNew ? scene.line : "\(scene.identity), see above"))
            guard isNew else { continue }
            rest += scene.children.reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    private var line: String {
        let actions = actionDescriptions
        let running = actions.isEmpty ? "" : " — running: \(actions.joined(separator: ", "))"
        return "\(identity) \(stateDescription)\(running)"
    }
}
