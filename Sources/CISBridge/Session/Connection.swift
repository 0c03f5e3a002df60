import CIS

/// The app's end of a connection. It queues the messages of the host until the session handles them on the main actor.
final class Connection: Sendable {
    private struct Inbox: Sendable {
        var lines = Queue<LineSplitter.Line>()
        var bytes = 0
        var isDisconnected = false
        var isDraining = false
        /// The functions to call when there is room for messages again.
        var whenRoom: [@Sendable () -> Void] = []
    }

    let outbox: Outbox
    private let inbox = LockedValue(Inbox())
    private let limits: BridgeLimits
    @MainActor private let app: BridgedApp
    @MainActor private var core: SessionCore?
    /// Messages that are handled in the next main-actor job, in which the actions before them have started.
    @MainActor private var held: [LineSplitter.Line] = []

    @MainActor
    init(app: BridgedApp) {
        self.app = app
        limits = app.limits
        outbox = Outbox(limit: app.limits.waitingBytes)
    }

    // MARK: Any thread

    func take(_ line: LineSplitter.Line) -> Bool {
        var line = line
        if case .message(let bytes) = line, bytes.count > limits.message { line = line.withoutBytes }
        // The queue itself needs some memory for each message.
        let cost = line.count + 64
        let (isTaken, mustDrain) = inbox.withLock { inbox in
            // After the end of the connection the message is dropped. The sender need not try again.
            guard !inbox.isDisconnected else { return (true, false) }
            // An empty queue accepts a message of any size. Otherwise its sender would wait for ever.
            guard inbox.lines.isEmpty || inbox.bytes + cost <= limits.waitingBytes else { return (false, false) }
            inbox.lines.append(line)
            inbox.bytes += cost
            defer { inbox.isDraining = true }
            return (true, !inbox.isDraining)
        }
        if mustDrain { scheduleDrain() }
        return isTaken
    }

    func whenRoom(_ call: @escaping @Sendable () -> Void) {
        let isNow = inbox.withLock { inbox in
            // `isDraining` is not checked: the drain may have taken out its last messages already, and then nothing would
            // run the function.
            guard !inbox.lines.isEmpty, !inbox.isDisconnected else { return true }
            inbox.whenRoom.append(call)
            return false
        }
        if isNow { call() }
    }

    func disconnect() {
        let mustDrain = inbox.withLock { inbox in
            inbox.isDisconnected = true
            defer { inbox.isDraining = true }
            return !inbox.isDraining
        }
        if mustDrain { scheduleDrain() }
    }

    private func scheduleDrain() {
        Task { @MainActor in self.drain() }
    }

    // MARK: Main actor

    /// Handles a bounded number of messages, so that other work of the main actor runs in between.
    @MainActor
    private func drain() {
        let (arrived, isDisconnected, whenRoom) = inbox.withLock { inbox in
            var lines: [LineSplitter.Line] = []
            while lines.count < Self.batch, let line = inbox.lines.popFirst() { lines.append(line) }
            inbox.bytes -= lines.reduce(0) { $0 + $1.count + 64 }
            let whenRoom = inbox.whenRoom
            inbox.whenRoom = []
            return (lines, inbox.isDisconnected && inbox.lines.isEmpty, whenRoom)
        }
        for call in whenRoom { call() }
        let lines = held + arrived
        core?.beginBatch()
        handle(lines)
        let holdsSome = !held.isEmpty
        if !holdsSome { core?.endBatch() }
        if isDisconnected, !holdsSome {
            core?.detach(from: outbox)
            core = nil
            outbox.finish()
        }
        let mustGoOn = inbox.withLock { inbox in
            inbox.isDraining = holdsSome || !inbox.lines.isEmpty || inbox.isDisconnected && !isDisconnected
            return inbox.isDraining
        }
        if mustGoOn { scheduleDrain() }
    }

    private static var batch: Int { 256 }

    /// Handles messages, up to an action that does not start in place. The messages behind it are handled in the next
    /// main-actor job, when it has started.
    @MainActor
    private func handle(_ lines: [LineSplitter.Line]) {
        held = []
        for (index, line) in lines.enumerated() {
            if core?.hasPendingStarts ?? false {
                held = Array(lines[index...])
                return
            }
            handle(line)
        }
    }

    @MainActor
    private func handle(_ line: LineSplitter.Line) {
        // The host sent `bye`, was refused, or has another connection. That connection must not receive the answers to
        // messages of this one.
        guard !outbox.isOver else { return }
        do throws(WireError) {
            guard case .message(let bytes) = line else {
                throw WireError(.tooLong, at: "", expected: "at most \(limits.message) bytes", got: "more")
            }
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) { return }
            let tree = try JSONReader.read(bytes, greatestDepth: limits.readableDepth)
            let message = try MessageReader.read(tree)
            if let core {
                try core.handle(message)
            } else {
                try greet(message)
            }
        } catch {
            // The results of the messages before this one are sent first.
            core?.flush()
            let (ref, call) = line.head
            let message = CoreMessage.error(error, ref: ref)
            if let core { core.send(message) } else { _ = outbox.put(message) }
            if let call { core?.refuseAnswer(of: call, error) }
            if error.isFatal { outbox.finish() }
        }
    }

    /// Handles the first message, which starts a session or resumes one.
    @MainActor
    private func greet(_ message: HostMessage) throws(WireError) {
        guard case .hello(let hello) = message else {
            throw WireError(.noHello, at: "/type", expected: "hello", got: "another message")
        }
        guard hello.versions.contains(1) else {
            throw WireError(
                .badVersion, at: "/v", expected: "a range with 1", got: "\(hello.versions)", isFatal: true)
        }
        let otherSchema = try schemaError(hello)
        let known = otherSchema == nil ? hello.resume.flatMap { resumed($0) } : nil
        let core = known ?? app.newSession()
        self.core = core
        core.attach(outbox, window: hello.window)
        let isResumed = known != nil
        // A host waits for each of these scenes. One whose state could not be encoded is opened later, or never.
        let shown = core.scenes.filter { $0.value.isShown }
        core.send(
            CoreMessage.welcome(
                session: core.id, token: core.tokens.current, schema: app.schemaHash, isResumed: isResumed,
                limits: limits, scenes: shown.mapValues(\.revision)))
        if let otherSchema { core.send(otherSchema) }
        if isResumed {
            core.resume(seen: hello.resume?.seen ?? [:])
        } else if hello.resume != nil {
            let got = otherSchema?.got ?? "a session or a token that is not known any more"
            throw WireError(.cannotResume, at: "/resume", expected: "a session that is kept, and its token", got: got)
        }
    }

    /// Returns the error for a host that was built for other types, or `nil` if the types are the same. The error lists
    /// the differences if the host sent its own types.
    @MainActor
    private func schemaError(_ hello: HostMessage.Hello) throws(WireError) -> WireError? {
        guard let schema = hello.schema, schema != app.schemaHash else { return nil }
        var error = WireError(
            .otherSchema, at: "/schema", expected: app.schemaHash, got: "the schema \(schema)")
        if let types = hello.types {
            let host = try TreeDecoder.decode(Schema.self, from: types, code: .badMessage, at: "/types")
            error.differences = app.schema.differences(from: host).map { [$0.grade.rawValue, $0.at, $0.text] }
        }
        return error
    }

    @MainActor
    private func resumed(_ resume: HostMessage.Resume) -> SessionCore? {
        if let core = app.sessions[resume.session] {
            guard core.tokens.contains(resume.token) else { return nil }
            core.tokens.renew(keeping: resume.token)
            return core
        }
        guard let saved = app.takeSaved(resume.session, token: resume.token) else { return nil }
        let core = SessionCore(id: saved.id, app: app)
        core.restore(saved)
        core.tokens.renew(keeping: resume.token)
        app.adopt(core)
        return core
    }
}

extension LineSplitter.Line {
    fileprivate var count: Int { if case .message(let bytes) = self { bytes.count } else { 0 } }
}
