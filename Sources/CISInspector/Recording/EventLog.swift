internal import CIS
internal import Dispatch
internal import Synchronization

/// The events of recorded scenes, until they are encoded.
// No part of the recorder, because there are weak references to that. Such objects take long to retain.
@MainActor
final class EventLog {
    /// What is not handed over yet. One value, because every access to a property of an object is checked.
    private struct Pending {
        var items: [RecorderItem] = []
        /// The positions of the mutations and outputs in progress. Their items are not complete.
        var incomplete: [Int] = []

        /// Changes the item of the innermost event in progress.
        mutating func changeLast(_ change: (inout RecorderItem) -> Void) {
            if let index = incomplete.last { change(&items[index]) }
        }
    }

    private let writer: RecordingWriter
    // A queue and not an actor, because the main actor has to wait for it (`sync`) if too many items wait to be encoded.
    private let queue = DispatchQueue(label: "swift-cis recorder")
    private let limits: Recorder.Limits
    private let isInFile: Bool
    private let start = DispatchTime.now().uptimeNanoseconds
    private var pending = Pending()
    /// The positions of scenes that may get a place.
    private var unplaced: [(index: Int, identity: () -> SceneIdentity?)] = []
    /// The actions and use cases in progress, and their scenes.
    private var running: [UInt64: UInt64] = [:]
    /// The number of calls of workers. They are no events, and are numbered from the greatest number down.
    private var calls: UInt64 = 0
    private var isFlushScheduled = false

    init(_ writer: RecordingWriter, _ limits: Recorder.Limits, isInFile: Bool) {
        self.writer = writer
        self.limits = limits
        self.isInFile = isInFile
    }

    /// Microseconds since the start.
    private var now: Int { Int((DispatchTime.now().uptimeNanoseconds - start) / 1000) }

    /// Records that a scene is there.
    func open(_ scene: any InspectableScene, parent: UInt64?, cause: UInt64?, _ types: SceneTypes?) {
        unplaced.append((pending.items.count, { [weak scene] in scene?.identity }))
        pending.items.append(
            RecorderItem(
                kind: .open, number: 0, cause: cause, scene: scene.identity.number, time: now,
                state: scene.currentState, opened: RecorderItem.Opened(scene.identity, parent: parent, types)))
    }

    /// The scene that has begun an event, if that is in progress and may make scenes.
    func scene(of event: UInt64) -> UInt64? {
        let mutations = pending.incomplete.map { pending.items[$0] }.filter { $0.kind == .mutation }
        return mutations.last { [$0.number, $0.commit, $0.effects].contains(event) }?.scene ?? running[event]
    }

    /// Records an event. Returns the function to call at its end.
    func willBegin(
        _ event: SceneEvent, heardBy listener: Recorder.Listener
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        switch event.kind {
        case .action(let value): return begin(event, .action, value)
        case .useCase(let value): return begin(event, .useCase, value)
        case .mutation(let value):
            append(event, .mutation, value, isComplete: false)
            return listener.endLast
        case .commit(let revision): pending.changeLast { ($0.commit, $0.revision) = (event.id.number, revision) }
        case .sideEffects:
            // The state is read here and not at the commit, because a scene may correct the ids of a stack in between.
            let state = listener.scene?.currentState
            pending.changeLast { ($0.effects, $0.state) = (event.id.number, state) }
        case .output(let value):
            append(event, .output, value, isComplete: false)
            return listener.endLast
        case .dropped(let what, let value, let reason): append(event, .drop, value, what, reason)
        case .cancelled(let value, let reason): append(event, .cancel, value, nil, reason)
        case .stopped: append(event, .stop, nil)
        }
        return nil
    }

    private func append(
        _ event: SceneEvent, _ kind: RecordedLine.Kind, _ value: (any Sendable)?, _ what: SceneEvent.Dropped? = nil,
        _ reason: DropReason? = nil, isComplete: Bool = true
    ) {
        let item = RecorderItem(
            kind: kind, number: event.id.number, cause: event.cause?.number, scene: event.scene.number, time: now,
            value: value, site: event.callSite, what: what, reason: reason)
        pending.items.append(item)
        if isComplete { scheduleFlush() } else { pending.incomplete.append(pending.items.count - 1) }
    }

    /// Records a call of a worker, if an event in progress has made it. Returns the function to call with the answer.
    func willCall(_ call: WorkerCall, cause: UInt64) -> (@MainActor (WorkerAnswer) -> Void)? {
        guard let scene = scene(of: cause) else { return nil }
        calls += 1
        let number = UInt64.max - calls
        pending.items.append(
            RecorderItem(kind: .call, number: number, cause: cause, scene: scene, time: now, value: call))
        scheduleFlush()
        return { [self] answer in
            pending.items.append(
                RecorderItem(kind: .answer, number: 0, cause: number, scene: scene, time: now, value: answer))
            scheduleFlush()
        }
    }

    private func begin(
        _ event: SceneEvent, _ kind: RecordedLine.Kind, _ value: any Sendable
    ) -> @MainActor (SceneEvent.Ending) -> Void {
        append(event, kind, value)
        let (number, scene) = (event.id.number, event.scene.number)
        running[number] = scene
        return { [self] ending in
            running[number] = nil
            pending.items.append(
                RecorderItem(kind: .done, number: 0, cause: number, scene: scene, time: now, ending: ending))
            scheduleFlush()
        }
    }

    /// Ends the innermost mutation or output in progress.
    func endLast(_ ending: SceneEvent.Ending, of scene: (any InspectableScene)?) {
        let end = now
        pending.changeLast { item in
            (item.duration, item.ending) = (end - item.time, ending)
            // A recorder that has stopped within the commit has not heard of the side effects.
            if item.kind == .mutation, item.effects == 0 { item.state = scene?.currentState }
        }
        pending.incomplete.removeLast()
        placeNewScenes()
        scheduleFlush()
    }

    /// A child gets its place in the parent after it was made, in the same commit.
    private func placeNewScenes() {
        guard !unplaced.isEmpty, pending.incomplete.isEmpty else { return }
        for (index, identity) in unplaced {
            guard let opened = pending.items[index].opened, let identity = identity() else { continue }
            pending.items[index].opened = RecorderItem.Opened(identity, parent: opened.parent, opened.types)
        }
        unplaced.removeAll()
    }

    // MARK: Handing over

    /// Hands the items over now if they are many or large. Otherwise, if they belong into a file, in a later job of the main
    /// actor: a program may crash. In memory nobody sees them before somebody asks for them.
    func scheduleFlush() {
        let count = pending.items.count
        if count >= 256 || count * writer.weight.load(ordering: .relaxed) > limits.bytes / 8 { return flush() }
        guard isInFile, !isFlushScheduled else { return }
        isFlushScheduled = true
        Task {
            isFlushScheduled = false
            flush()
        }
    }

    private func flush() {
        guard pending.incomplete.isEmpty, !pending.items.isEmpty else { return }
        placeNewScenes()
        let items = pending.items
        pending.items.removeAll(keepingCapacity: items.count < 1024)
        let waiting = writer.waiting.add(items.count, ordering: .relaxed).newValue
        queue.async { [writer] in
            writer.take(items)
            writer.waiting.subtract(items.count, ordering: .relaxed)
        }
        // The values that wait are bounded, too. A queue that falls behind is waited for.
        if waiting > 8192 || waiting * writer.weight.load(ordering: .relaxed) > limits.bytes { waitForQueue() }
    }

    /// Calls a function when everything that has happened is encoded.
    func whenEncoded<Value: Sendable>(_ body: @escaping @Sendable (RecordingWriter) -> Value) async -> Value {
        flush()
        let value: Value = await withCheckedContinuation { continuation in
            queue.async { [writer] in continuation.resume(returning: body(writer)) }
        }
        // Until it has returned, the block holds the writer, and with it values of the scenes.
        waitForQueue()
        return value
    }

    private func waitForQueue() { queue.sync {} }
}
