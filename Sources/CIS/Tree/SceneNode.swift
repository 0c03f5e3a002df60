/// A running scene whose definition does not matter: what a tree of scenes is made of. Every ``SceneRuntime`` is one.
@MainActor
public protocol SceneNode: AnyObject, Sendable {
    /// Tells the scene apart from others.
    var identity: SceneIdentity { get }
    /// The scenes that it owns, in the order in which they were added.
    var children: [any SceneNode] { get }
    /// The actions that are running or waiting, as text: their values in debug builds and traced scenes, else a count.
    var actionDescriptions: [String] { get }
    /// The state, as text.
    var stateDescription: String { get }
    /// The scene, and the children that follow its state, as one value.
    func snapshot(using coder: StateCoder) throws -> SceneSnapshot
    /// Ends the scene, and with it its children.
    func stop()
}

extension SceneNode {
    /// The scene and everything below it, one scene a line, indented: name, state, running actions. For people: the form may
    /// change.
    public var treeDescription: String {
        var lines: [String] = []
        // A list, and not a call for each: a tree may be deeper than the stack.
        var waiting: [(scene: any SceneNode, depth: Int)] = [(self, 0)]
        while let (scene, depth) = waiting.popLast() {
            lines.append(String(repeating: "  ", count: depth) + scene.line)
            waiting += scene.children.reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    private var line: String {
        let actions = actionDescriptions
        let running = actions.isEmpty ? "" : " — running: \(actions.joined(separator: ", "))"
        return "\(identity) \(stateDescription)\(running)"
    }
}
