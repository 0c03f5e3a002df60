import CIS

/// A session of one host: its open scenes, its actions in flight and its pending calls. A session outlives its
/// connection.
@MainActor
final class SessionCore {
    let id: String
    weak var app: BridgedApp?
    let limits: BridgeLimits

    /// The queue of messages for the host. `nil` while no host is connected.
    private(set) var outbox: Outbox?
    /// The greatest number of unacknowledged states of a scene.
    private var window = 1
    var tokens = ResumeTokens()
    private(set) var isEnded = false

    var scenes: [Int: LiveScene] = [:]
    var lastScene = 0
    /// The names and inputs of the scenes that the host has opened. A saved session needs them to open these scenes
    /// again.
    var openings: [Int: Opening] = [:]
    /// The scenes that may have changed since their last state was sent.
    private var dirty: Set<Int> = []
    /// The scenes that have stopped since the last flush, and those whose end is not sent yet.
    let stopped = LockedValue<Set<Int>>([])
    /// The scenes with children that the limit of scenes keeps from being opened.
    var crowded: Set<Int> = []
    private var commitCount = 0

    var acts = ActTable()
    /// Whether the last action that the host has sent has not started, because its start was deferred.
    var hasPendingStarts = false
    var calls = CallTable()
    /// Outputs and `uncall` messages that were produced while no host was connected.
    private var kept = KeptMessages()

    private var isFlushScheduled = false
    /// Whether a batch of messages is being handled. Its changes are sent at its end.
    private var isHandling = false
    /// Whether a host that has reconnected is sent what it missed.
    var isResuming = false
    var retentionTask: Task<Void, Never>?

    struct Opening {
        let name: String
        /// The input as JSON text, which needs far less memory than a tree.
        let input: [UInt8]?
        /// The reference of the request. A host that has not received `opened` recognises its scene by it.
        let ref: Int
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
        // The host may have lost its previous connection without the session having noticed.
        self.outbox?.finish()
        self.outbox = outbox
        self.window = window
        retentionTask?.cancel()
        retentionTask = nil
        app?.stopRetaining(self)
    }

    /// Handles the end of a connection. The session waits for another one until the retention time has passed.
    ///
    /// - Parameter outbox: The outbox of the ended connection. If the session has another connection by now, nothing
    ///   happens.
    func detach(from outbox: Outbox) {
        guard self.outbox === outbox, !isEnded else { return }
        self.outbox = nil
        outbox.finish()
        app?.retain(self)
        startRetention()
    }

    /// Sends the messages that were kept while no host was connected.
    func deliverKept() {
        while let message = kept.first, send(message) { kept.removeFirst() }
    }

    /// Ends the session and all its scenes.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        retentionTask?.cancel()
        app?.forget(self)
        // Calls fail before the scenes stop. Otherwise their callers would be cancelled and would not receive the
        // reason.
        for call in calls.takeAll() { call.fail(.hostHasLeft) }
        for scene in scenes.values.filter(\.isRoot).sorted(by: { $0.id < $1.id }) { scene.node.stop() }
        scenes = [:]
        openings = [:]
        outbox?.finish()
        outbox = nil
    }

    // MARK: Sending

    /// Sends a message to the host, if one is connected. If too many bytes wait already, the connection ends with an
    /// error.
    ///
    /// - Parameter isFree: Whether the message does not count. Used for states: the acknowledgements limit their number.
    /// - Returns: Whether the message was added to the outbox.
    @discardableResult
    func send(_ message: [UInt8], isFree: Bool = false) -> Bool {
        guard let outbox else { return false }
        guard !outbox.put(message, isFree: isFree) else { return true }
        let error = WireError(
            .slowHost, at: "", expected: "at most \(limits.waitingBytes) bytes waiting", got: "more", isFatal: true)
        outbox.fail(with: CoreMessage.error(error, ref: nil))
        detach(from: outbox)
        return false
    }

    /// Sends a message, or keeps it until the host reconnects.
    func sendOrKeep(_ message: [UInt8]) {
        guard outbox == nil else { return _ = send(message) }
        // Kept messages may use half of the outbox, so that there is room for the states that are sent before them.
        kept.keep(message, limit: limits.waitingBytes / 2)
    }

    func send(_ error: WireError, ref: Int? = nil) {
        send(CoreMessage.error(error, ref: ref))
    }

    /// Sends an output of a scene. Earlier states are sent first, except those that must wait for an acknowledgement. No
    /// scene is closed: in the middle of a commit, the session does not know yet that the state of its parent comes first.
    func send(_ output: some Encodable, of scene: LiveScene) {
        sendStates()
        if outbox != nil { sendDones() }
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
        // While too many states are unacknowledged, a commit only marks the scene. The next acknowledgement sends the
        // newest state.
        if scene.isWindowOpen(window) { scheduleFlush() }
    }

    func scheduleFlush() {
        guard !isFlushScheduled, !isHandling, outbox != nil else { return }
        isFlushScheduled = true
        Task { @MainActor [weak self] in
            guard let self, isFlushScheduled else { return }
            flush()
        }
    }

    /// Called before messages are handled. Their changes are sent at the end of the batch, which may be in a later
    /// main-actor job. By now all earlier actions have started.
    func beginBatch() {
        isHandling = true
        hasPendingStarts = false
    }

    /// Sends all changes of a batch at once: now, or when its last action has started.
    func endBatch() {
        isHandling = false
        if hasPendingStarts { scheduleFlush() } else { flush() }
    }

    /// Sends the states that need not wait for an acknowledgement, then the messages that must follow those states.
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

    /// Records that an action has ended. Its `done` is sent after the states that contain its commits.
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
