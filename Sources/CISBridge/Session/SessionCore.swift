import CIS

/// A session: the scenes of one host, its actions in flight, its calls. Outlives the connection.
@MainActor
final class SessionCore {
    let id: String
    weak var app: BridgedApp?
    let limits: BridgeLimits

    /// Where messages go. `nil` while nobody is connected.
    private(set) var outbox: Outbox?
    /// How many states of a scene may be unacknowledged.
    private var window = 1
    var tokens = ResumeTokens()
    private(set) var isEnded = false

    var scenes: [Int: LiveScene] = [:]
    var lastScene = 0
    /// How the scenes that the host has opened can be opened again.
    var openings: [Int: Opening] = [:]
    /// Scenes whose state may differ from what the host has.
    private var dirty: Set<Int> = []
    /// Scenes with children for which there was no room.
    var crowded: Set<Int> = []
    private var commitCount = 0

    var acts = ActTable()
    var calls = CallTable()
    /// Outputs, and calls that were cancelled, of a time without connection.
    private var kept = KeptMessages()

    private var isFlushScheduled = false
    /// Whether a batch of messages is being handled: what it changes is sent at its end.
    private var isHandling = false
    var retentionTask: Task<Void, Never>?

    struct Opening {
        let name: String
        /// Kept as text, because its tree takes far more memory.
        let input: [UInt8]?
    }

    init(id: String, app: BridgedApp) {
        self.id = id
        self.app = app
        limits = app.limits
    }

    deinit {
        retentionTask?.cancel()
    }

    // MARK: Connection

    func attach(_ outbox: Outbox, window: Int) {
        // A host that has lost its connection without our noticing.
        self.outbox?.finish()
        self.outbox = outbox
        self.window = window
        retentionTask?.cancel()
        retentionTask = nil
        app?.stopRetaining(self)
    }

    /// The connection is gone; the session waits for another.
    ///
    /// - Parameter outbox: The end of the connection. If the session has got another since, nothing happens.
    func detach(from outbox: Outbox) {
        guard self.outbox === outbox, !isEnded else { return }
        self.outbox = nil
        outbox.finish()
        app?.retain(self)
        startRetention()
    }

    /// Delivers what happened while nobody was connected.
    func deliverKept() {
        while let message = kept.first, send(message) { kept.removeFirst() }
    }

    /// Ends the session and all its scenes.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        retentionTask?.cancel()
        app?.forget(self)
        // Before their actions are cancelled: a call says what has happened to it.
        for call in calls.takeAll() { call.fail(.hostHasLeft) }
        for scene in scenes.values.filter(\.isRoot).sorted(by: { $0.id < $1.id }) { scene.node.stop() }
        scenes = [:]
        openings = [:]
        outbox?.finish()
        outbox = nil
    }

    // MARK: Sending

    /// Sends a message to the host, if one is connected.
    ///
    /// - Returns: Whether it was put where the host takes it.
    @discardableResult
    func send(_ message: [UInt8]) -> Bool {
        guard let outbox else { return false }
        guard !outbox.put(message) else { return true }
        let error = WireError(
            .slowHost, at: "", expected: "at most \(limits.waitingBytes) bytes waiting", got: "more", isFatal: true)
        outbox.fail(with: CoreMessage.error(error, ref: nil))
        detach(from: outbox)
        return false
    }

    /// Sends a message, or keeps it for when the host is back.
    func sendOrKeep(_ message: [UInt8]) {
        guard outbox == nil else { return _ = send(message) }
        // At most half of what may wait, so that there is room for the states that are sent before.
        kept.keep(message, limit: limits.waitingBytes / 2)
    }

    func send(_ error: WireError, ref: Int? = nil) {
        send(CoreMessage.error(error, ref: ref))
    }

    /// Sends an output of a scene, behind what happened before; not behind states for which the host is not ready.
    func send(_ output: some Encodable, of scene: LiveScene) {
        flush()
        do {
            sendOrKeep(CoreMessage.output(of: scene.id, try TreeEncoder.encode(output)))
        } catch {
            send(WireError(encoding: error, of: scene.identity.name))
        }
    }

    // MARK: Commits

    func nextCommit() -> Int {
        commitCount += 1
        return commitCount
    }

    var currentCommit: Int { commitCount }

    func didCommit(_ scene: LiveScene) {
        dirty.insert(scene.id)
        // While the host is behind, a commit only marks the scene: the acknowledgement sends its newest state.
        if scene.isWindowOpen(window) { scheduleFlush() }
    }

    func markDirty(_ scene: LiveScene) {
        dirty.insert(scene.id)
    }

    func scheduleFlush() {
        guard !isFlushScheduled, !isHandling, outbox != nil else { return }
        isFlushScheduled = true
        Task { @MainActor [weak self] in
            guard let self, isFlushScheduled else { return }
            flush()
        }
    }

    /// Handles messages, and sends what has come of them when all are handled.
    func batch(_ body: () -> Void) {
        isHandling = true
        body()
        isHandling = false
        flush()
    }

    /// Sends the states that may be sent, then what waited for them.
    func flush() {
        isFlushScheduled = false
        guard outbox != nil else { return }
        sendStates()
        closeStoppedScenes()
        showUnshownChildren()
        sendDones()
    }

    private func sendStates() {
        guard outbox != nil, !dirty.isEmpty else { return }
        for id in dirty.sorted() {
            guard let scene = scenes[id] else {
                dirty.remove(id)
                continue
            }
            guard scene.isWindowOpen(window) else { continue }
            dirty.remove(id)
            sendState(of: scene)
        }
    }

    // MARK: Actions

    /// An action has ended; its `done` follows the states that hold its commits.
    func actEnded(_ number: Int, _ end: ActionEnd) {
        guard let act = acts.running[number] else { return }
        var awaited: [Int: Int] = [:]
        for id in dirty {
            guard let scene = scenes[id], scene.isDirty, scene.lastCommit > act.firstCommit else { continue }
            awaited[id] = scene.revision
        }
        acts.end(number, end, awaiting: awaited)
        scheduleFlush()
    }

    private func sendDones() {
        let scenes = self.scenes
        for act in acts.takeReady(where: { id, revision in (scenes[id]?.cleanRevision ?? .max) >= revision }) {
            sendDone(act)
        }
    }

    func sendDone(_ act: ActTable.Outcome) {
        let revision = scenes[act.scene]?.sentRevision ?? act.revision
        acts.note(revision, of: act.number)
        send(CoreMessage.done(ref: act.ref, act.end, revision: revision))
    }
}
