import CIS

/// A scene node whose definition conforms to ``Bridged``.
@MainActor
protocol BridgeableNode: SceneNode {
    /// The name under which the host receives the scene as a child.
    var bridgedName: String { get }
    /// Creates the session's record of this scene, which observes its commits and outputs.
    func connect(to session: SessionCore, as identity: LiveScene.Identity) -> LiveScene
}

extension SceneRuntime: BridgeableNode where Definition: Bridged {
    var bridgedName: String { Definition.bridgedName }

    func connect(to session: SessionCore, as identity: LiveScene.Identity) -> LiveScene {
        TypedScene(self, identity, session)
    }
}

/// A session's record of one open scene: what was sent to the host and what has changed since.
@MainActor
class LiveScene {
    typealias Identity = SceneOnWire

    let identity: Identity
    let node: any SceneNode
    private weak let session: SessionCore?

    /// The number of the newest state. Each commit increments it.
    private(set) var revision: Int
    /// The session's commit count at the last commit of this scene.
    private(set) var lastCommit = 0
    /// The revision of the state that was sent last.
    private(set) var sentRevision: Int
    /// The newest revision that need not be sent any more. It was sent, is encoded like the state that was sent last, or
    /// cannot be encoded.
    private(set) var cleanRevision: Int
    /// The state that was sent last. `nil` before the first one, and if the host does not have it.
    private(set) var sentTree: JSONTree?
    /// The revisions that were sent but not acknowledged.
    private var unacknowledged: [Int] = []
    /// Whether the last attempt to encode the state failed. The error is sent only for the first failure in a row.
    var hasFailed = false
    /// Whether `opened` was sent for the scene. It is sent with the first state that can be encoded.
    var isShown = false
    /// Whether the limit of scenes keeps some children from being opened. The host has received an error about it.
    var hasUnshownChildren = false

    /// The ids on the wire of the children that were opened.
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
    /// Whether the scene may have changed since the last state that was sent.
    var isDirty: Bool { revision > cleanRevision }

    // Overridden by `TypedScene`, which knows the definition.

    var currentChildrenVersion: Int { 0 }
    /// Whether actions of the scene wait for their start.
    var hasPendingStarts: Bool { false }
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

    /// Records the state that was sent.
    func sent(_ tree: JSONTree, _ revision: Int, isCounted: Bool) {
        sentTree = tree
        sentRevision = revision
        cleanRevision = revision
        if isCounted { unacknowledged.append(revision) }
    }

    /// Records that the revisions up to this one need not be sent, because they are encoded like the state that was sent
    /// last or cannot be encoded.
    func markClean(upTo revision: Int) {
        cleanRevision = revision
    }

    /// Records that the host does not have the state that was sent last.
    func forgetSentTree() {
        sentTree = nil
    }

    /// Records an acknowledgement. After a restoration the host may still name a revision from before it.
    ///
    /// - Returns: Whether the revision is in the range of those sent so far. If not, nothing is recorded.
    func acknowledge(_ revision: Int) -> Bool {
        guard revision <= sentRevision, revision >= 0 else { return false }
        unacknowledged.removeAll { $0 <= revision }
        return true
    }

    /// Stops waiting for acknowledgements. Used when the host reconnects or asks for the full state.
    func forgetUnacknowledged() {
        unacknowledged = []
    }

    /// Forgets a child that has ended.
    func forget(_ child: Int) {
        children = children.filter { $0.value != child }
    }

    /// Returns whether children were added or removed since the last call.
    func noticeChildren() -> Bool {
        let version = currentChildrenVersion
        defer { childrenVersion = version }
        return version != childrenVersion
    }
}

/// Tells the session that a scene has stopped when this object is released, on whichever thread.
private final class StopNotice: Sendable {
    private let id: Int
    private let stopped: LockedValue<Set<Int>>
    private let flush: @MainActor @Sendable () -> Void

    init(_ id: Int, _ session: SessionCore) {
        self.id = id
        stopped = session.stopped
        flush = { [weak session] in session?.scheduleFlush() }
    }

    deinit {
        stopped.withLock { _ = $0.insert(id) }
        Task { @MainActor [flush] in flush() }
    }
}

/// A `LiveScene` that knows the scene's definition and with it the types to encode and decode.
@MainActor
final class TypedScene<Definition: Bridged>: LiveScene {
    private let runtime: SceneRuntime<Definition>

    init(_ runtime: SceneRuntime<Definition>, _ identity: Identity, _ session: SessionCore) {
        self.runtime = runtime
        super.init(runtime, identity, session)
        // A scene that stops releases its observers. With this object the session notices that the app has stopped a scene.
        let stop = StopNotice(identity.id, session)
        // No token is kept, because `on: self` ends the observation with this object.
        runtime.observeEveryCommit({ _ in () }, on: self, initially: false) { scene, _ in
            withExtendedLifetime(stop) { scene.didCommit() }
        }
        if isRoot { runtime.outputs?.connect(to: self) { scene, output in scene.didSend(output) } }
    }

    override var currentChildrenVersion: Int { runtime.childrenVersion }
    override var hasPendingStarts: Bool { runtime.hasPendingStarts }

    override func encode() throws -> JSONTree {
        try TreeEncoder.encode(Definition.view(of: runtime.state), previous: sentTree)
    }

    override func execute(
        _ action: JSONTree, onEnd: @escaping (ActionEnd) -> Void
    ) throws(WireError) -> (() -> Task<Void, Never>) {
        let action = try TreeDecoder.decode(Definition.Action.self, from: action, code: .badAction, at: "/action")
        return { [runtime] in
            // The host may not know yet that the scene has stopped. Therefore this is not reported as misuse.
            guard !runtime.isStopped else {
                onEnd(.dropped(.stopped))
                return Task {}
            }
            return runtime.execute(action, onEnd: onEnd)
        }
    }
}
