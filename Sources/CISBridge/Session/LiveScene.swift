import CIS

/// A scene whose definition is bridged.
@MainActor
protocol BridgeableNode: SceneNode {
    /// What scenes of its definition are called as children.
    var bridgedName: String { get }
    /// Connects the scene to a session.
    func connect(to session: SessionCore, as identity: LiveScene.Identity) -> LiveScene
}

extension SceneRuntime: BridgeableNode where Definition: Bridged {
    var bridgedName: String { Definition.bridgedName }

    func connect(to session: SessionCore, as identity: LiveScene.Identity) -> LiveScene {
        TypedScene(self, identity, session)
    }
}

/// A scene that a host sees: what it was sent, and what has happened since.
@MainActor
class LiveScene {
    typealias Identity = SceneOnWire

    let identity: Identity
    let node: any SceneNode
    private weak let session: SessionCore?

    /// Counts the commits.
    private(set) var revision: Int
    /// The session's count of commits at the last one.
    private(set) var lastCommit = 0
    /// The revision of the last state that was sent.
    private(set) var sentRevision: Int
    /// Up to this revision nothing differs from what was sent.
    private(set) var cleanRevision: Int
    /// What was sent last. `nil` before the first.
    private(set) var sentTree: JSONTree?
    /// The revisions that were sent and not acknowledged.
    private var unacknowledged: [Int] = []
    /// Whether the host was told that the state cannot be encoded, and it could not be since.
    var hasFailed = false
    /// Whether the host has heard of the scene: not before its state could be encoded for the first time.
    var isShown = false
    /// Whether there was no room for all of its children, as the host was told.
    var hasUnshownChildren = false

    /// The children that the host sees.
    var children: [SceneIdentity: Int] = [:]
    private var childrenVersion = 0

    init(_ node: any SceneNode, _ identity: Identity, _ session: SessionCore) {
        self.node = node
        self.identity = identity
        self.session = session
        revision = identity.revision
        sentRevision = identity.revision
        cleanRevision = identity.revision
    }

    var id: Int { identity.id }
    var isRoot: Bool { identity.parent == nil }
    /// Whether something may have changed that the host does not know.
    var isDirty: Bool { revision > cleanRevision }

    // What the typed scene knows.

    var isStopped: Bool { true }
    var currentChildrenVersion: Int { 0 }
    func encode() throws -> JSONTree { .null }
    func execute(
        _ action: JSONTree, onEnd: @escaping (ActionEnd) -> Void
    ) throws(WireError) -> (() -> Task<Void, Never>) {
        { Task {} }
    }

    // MARK: Commits

    func didCommit() {
        revision += 1
        guard let session else { return }
        lastCommit = session.nextCommit()
        session.didCommit(self)
    }

    func didSend(_ output: some Encodable) {
        session?.send(output, of: self)
    }

    // MARK: Flow

    func isWindowOpen(_ window: Int) -> Bool { unacknowledged.count < window }

    /// What the host has from now on.
    func sent(_ tree: JSONTree, _ revision: Int, isCounted: Bool) {
        sentTree = tree
        sentRevision = revision
        cleanRevision = revision
        if isCounted { unacknowledged.append(revision) }
    }

    /// Nothing that is shown has changed.
    func markClean(upTo revision: Int) {
        cleanRevision = revision
    }

    /// - Returns: Whether the revision was ever sent, or may have been.
    func acknowledge(_ revision: Int) -> Bool {
        guard revision <= sentRevision, revision >= identity.revision else { return false }
        unacknowledged.removeAll { $0 <= revision }
        return true
    }

    /// The host is another, or has told what it knows.
    func forgetUnacknowledged() {
        unacknowledged = []
    }

    /// Whether children have come or gone since the last time.
    func noticeChildren() -> Bool {
        let version = currentChildrenVersion
        defer { childrenVersion = version }
        return version != childrenVersion
    }
}

/// A scene that a host sees, with its types.
@MainActor
final class TypedScene<Definition: Bridged>: LiveScene {
    private let runtime: SceneRuntime<Definition>

    init(_ runtime: SceneRuntime<Definition>, _ identity: Identity, _ session: SessionCore) {
        self.runtime = runtime
        super.init(runtime, identity, session)
        // `on: self` without a token: the observation ends with this object.
        runtime.observeEveryCommit({ _ in () }, on: self, initially: false) { scene, _ in scene.didCommit() }
        if isRoot { runtime.outputs?.connect(to: self) { scene, output in scene.didSend(output) } }
    }

    override var isStopped: Bool { runtime.isStopped }
    override var currentChildrenVersion: Int { runtime.childrenVersion }

    override func encode() throws -> JSONTree {
        try TreeEncoder.encode(Definition.view(of: runtime.state), previous: sentTree)
    }

    override func execute(
        _ action: JSONTree, onEnd: @escaping (ActionEnd) -> Void
    ) throws(WireError) -> (() -> Task<Void, Never>) {
        let action = try TreeDecoder.decode(Definition.Action.self, from: action, code: .badAction, at: "/action")
        return { [runtime] in
            // The host cannot know yet that the scene has ended: no programmer error.
            guard !runtime.isStopped else {
                onEnd(.dropped(.stopped))
                return Task {}
            }
            return runtime.execute(action, onEnd: onEnd)
        }
    }
}
