public import CIS
internal import Dispatch
public import Foundation
internal import Synchronization

/// Records what happens in scenes: their states, mutations, actions, use cases, outputs, drops and causes.
///
/// ```swift
/// let recorder = Recorder(to: URL(filePath: "run.cisrec"))    // keep it as long as it has to record
/// recorder.record(scene)                       // the scene, and every scene that it makes from now on
/// …
/// await recorder.finish()
/// ```
///
/// The recording can be looked at with `cis-inspect`, replayed with ``Replay`` and compared with another one.
///
/// On the main actor, a recorder only keeps the values. They are encoded on a queue of its own. A value that is not
/// `Codable` is described field by field, and can be looked at, but not replayed. ``notReplayable`` names the types.
/// A mutation of a large collection copies it once while a recorder is attached, because the recorder still holds the
/// state before.
///
/// In memory the recorder keeps the newest events; see ``Limits``. Older ones are folded: the recording then begins with
/// the states after them. A file keeps every event. A program that crashes leaves a file that can be read up to its last
/// line.
///
/// What it does not record yet: calls of workers with their results, wake-ups of clocks, random numbers.
@MainActor
public final class Recorder: SceneObserver {
    /// The bounds of what a recorder keeps in memory. The states of the recorded scenes come on top, once each.
    public struct Limits: Sendable {
        /// The greatest number of events.
        public var events: Int
        /// The greatest number of bytes.
        public var bytes: Int

        /// Sets the bounds.
        public init(events: Int = 10_000, bytes: Int = 16 << 20) {
            self.events = max(events, 1)
            self.bytes = max(bytes, 1)
        }
    }

    // A class, because a copy of a weak reference takes long.
    private final class Watched {
        weak let scene: (any InspectableScene)?
        let token: ObservationToken?

        init(_ scene: any InspectableScene, _ token: ObservationToken?) {
            self.scene = scene
            self.token = token
        }
    }

    /// A mutation that is being applied, with the numbers of its events and its position in `pending`.
    private struct OpenMutation {
        let event: UInt64
        var commit: UInt64 = 0
        var effects: UInt64 = 0
        let index: Int
    }

    private let writer: RecordingWriter
    // A queue and not an actor, because the main actor has to wait for it (`sync`) if too many items wait to be encoded.
    private let queue = DispatchQueue(label: "swift-cis recorder")
    private let now: @Sendable () -> Int
    private var watched: [UInt64: Watched] = [:]
    private var pending: [RecorderItem] = []
    /// The number of synchronous events in progress. Their items are not complete.
    private var depth = 0
    private var mutations: [OpenMutation] = []
    /// The positions in `pending` of scenes that may get a place.
    private var unplaced: [Int] = []
    /// The actions and use cases in progress, and their scenes.
    private var running: [UInt64: UInt64] = [:]
    /// Reflection takes long, and a list may have thousands of rows.
    private var knownTypes: [ObjectIdentifier: SceneTypes] = [:]
    private var isFlushScheduled = false
    private var isFinished = false
    /// The number of watched scenes at which those that are gone are removed.
    private var greatestCount = 64
    /// The types of the recorded scenes that are not `Codable`, as sentences. Such a scene can be looked at, but not be
    /// replayed from a file.
    public private(set) var notReplayable: [String] = []

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - file: The file to write to. It is replaced. Without one, the recording is only kept in memory.
    ///   - limits: The bounds of what is kept in memory.
    ///   - redaction: What is left out, besides every `Secret`.
    ///   - seed: The seed of a schedule or a test, if the run has one. It is written into the header.
    public convenience init(
        to file: URL? = nil, keeping limits: Limits = Limits(), redacting redaction: Redaction = Redaction(),
        seed: String? = nil
    ) {
        let start = DispatchTime.now().uptimeNanoseconds
        self.init(to: file, keeping: limits, redacting: redaction, seed: seed) {
            Int((DispatchTime.now().uptimeNanoseconds - start) / 1000)
        }
    }

    package init(
        to file: URL?, keeping limits: Limits, redacting redaction: Redaction, seed: String?, start: Date = Date(),
        now: @escaping @Sendable () -> Int
    ) {
        self.now = now
        writer = RecordingWriter(
            header: RecordingHeader(
                program: ProcessInfo.processInfo.processName, start: start, seed: seed, redaction: redaction.description
            ),
            limits, redaction, file)
        Self.all.removeAll { $0.recorder == nil }
        Self.all.append(Reference(recorder: self))
        Instrumentation.noteMade()
        Instrumentation.onNewScene = { scene, cause in
            for reference in Self.all { reference.recorder?.didMake(scene, cause) }
        }
    }

    private struct Reference {
        weak let recorder: Recorder?
    }

    /// The recorders that look for new scenes.
    private static var all: [Reference] = []

    /// Records a scene, the scenes below it, and the scenes that these make from now on.
    ///
    /// A scene that is made outside of every event of a recorded scene is not recorded, unless it is passed, too.
    ///
    /// - Parameter scene: The scene. It is not retained, and does not retain the recorder.
    public func record(_ scene: any SceneNode) {
        var waiting: [(scene: any SceneNode, parent: UInt64?)] = [(scene, nil)]
        while let (scene, parent) = waiting.popLast() {
            if let scene = scene as? any InspectableScene { watch(scene, parent: parent, cause: nil) }
            waiting += scene.children.reversed().map { ($0, scene.identity.number) }
        }
        scheduleFlush()
    }

    private func watch(_ scene: any InspectableScene, parent: UInt64?, cause: UInt64?) {
        let identity = scene.identity
        guard watched[identity.number] == nil, !isFinished else { return }
        var item = RecorderItem(.open, number: 0, cause: cause, scene: identity.number, time: now())
        item.state = scene.currentState
        item.parent = parent
        item.identity = identity
        item.types = types(of: scene)
        for type in item.types?.notCodable ?? [] {
            let text = "\(type) is not Codable, so \(identity.name) can be looked at, but not replayed."
            if !notReplayable.contains(text) { notReplayable.append(text) }
        }
        pending.append(item)
        unplaced.append(pending.count - 1)
        watched[identity.number] = Watched(scene, (scene as? any TypedScene)?.attach(self, on: self))
    }

    private func types(of scene: any InspectableScene) -> SceneTypes? {
        let id = ObjectIdentifier(type(of: scene))
        if let types = knownTypes[id] { return types }
        let types = (type(of: scene) as? any TypedScene.Type)?.types
        knownTypes[id] = types
        return types
    }

    /// A scene was made somewhere in the program. It is recorded if an event of a recorded scene has made it.
    private func didMake(_ scene: any InspectableScene, _ cause: SceneEvent.ID?) {
        guard let cause = cause?.number else { return }
        let maker =
            mutations.last { $0.event == cause || $0.commit == cause || $0.effects == cause }
            .map { pending[$0.index].scene } ?? running[cause]
        guard let maker else { return }
        watch(scene, parent: maker, cause: cause)
    }

    // MARK: Events

    /// Records an event. The scene calls this function.
    public func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        let number = event.id.number
        switch event.kind {
        case .action(let value):
            append(event, .action, value)
            return ending(of: event)
        case .useCase(let value):
            append(event, .useCase, value)
            return ending(of: event)
        case .mutation(let value): return willMutate(event, by: value)
        case .commit(let revision):
            guard let index = mutations.indices.last else { break }
            mutations[index].commit = number
            pending[mutations[index].index].revision = revision
        case .sideEffects:
            guard let index = mutations.indices.last else { break }
            mutations[index].effects = number
            // The state is read here and not at the commit, because a scene may correct the ids of a stack in between.
            pending[mutations[index].index].state = watched[event.scene.number]?.scene?.currentState
        case .output(let value):
            depth += 1
            append(event, .output, value)
            let index = pending.count - 1
            return { [self] ending in
                pending[index].ending = ending
                didEndSynchronously()
            }
        case .dropped(let what, let value, let reason):
            append(event, .drop, value, what, reason)
        case .cancelled(let value, let reason):
            append(event, .cancel, value, nil, reason)
        case .stopped:
            append(event, .stop, nil)
        }
        return nil
    }

    private func append(
        _ event: SceneEvent, _ kind: RecordedLine.Kind, _ value: (any Sendable)?, _ what: SceneEvent.Dropped? = nil,
        _ reason: DropReason? = nil
    ) {
        var item = RecorderItem(
            kind, number: event.id.number, cause: event.cause?.number, scene: event.scene.number, time: now())
        item.value = value
        item.site = event.callSite
        item.what = what
        item.reason = reason
        pending.append(item)
        if depth == 0 { scheduleFlush() }
    }

    private func ending(of event: SceneEvent) -> @MainActor (SceneEvent.Ending) -> Void {
        let (number, scene) = (event.id.number, event.scene.number)
        running[number] = scene
        return { [weak self] ending in
            guard let self else { return }
            running[number] = nil
            var item = RecorderItem(.done, number: 0, cause: number, scene: scene, time: now())
            item.ending = ending
            pending.append(item)
            if depth == 0 { scheduleFlush() }
        }
    }

    private func willMutate(_ event: SceneEvent, by value: any Sendable) -> @MainActor (SceneEvent.Ending) -> Void {
        // Raised first, because the item is handed over only when the mutation has ended.
        depth += 1
        append(event, .mutation, value)
        let index = pending.count - 1
        mutations.append(OpenMutation(event: event.id.number, index: index))
        return { [self] _ in
            guard let mutation = mutations.popLast() else { return }
            pending[index].duration = now() - pending[index].time
            pending[index].commit = mutation.commit
            pending[index].effects = mutation.effects
            didEndSynchronously()
        }
    }

    private func didEndSynchronously() {
        depth -= 1
        guard depth == 0 else { return }
        placeNewScenes()
        scheduleFlush()
    }

    /// A child gets its place in the parent after it was made, in the same commit.
    private func placeNewScenes() {
        for index in unplaced {
            pending[index].identity = watched[pending[index].scene]?.scene?.identity ?? pending[index].identity
        }
        unplaced.removeAll()
    }

    // MARK: Handing over

    /// Hands the items over in a later job of the main actor, or now if they are many.
    private func scheduleFlush() {
        if pending.count >= 256, depth == 0 { return flush() }
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        Task { [weak self] in
            self?.isFlushScheduled = false
            self?.flush()
        }
    }

    private func flush() {
        guard depth == 0, !pending.isEmpty else { return }
        placeNewScenes()
        let items = pending
        pending.removeAll(keepingCapacity: items.count < 1024)
        if watched.count > greatestCount {
            watched = watched.filter { $0.value.scene != nil }
            greatestCount = max(64, watched.count * 2)
        }
        let count = items.count
        let waiting = writer.waiting.add(count, ordering: .relaxed).newValue
        queue.async { [writer, items] in
            writer.take(items)
            writer.waiting.subtract(count, ordering: .relaxed)
        }
        // The values that wait are bounded, too. A queue that falls behind is waited for.
        if waiting > 8192 { queue.sync {} }
    }

    // MARK: Reading

    /// The recording so far.
    ///
    /// - Throws: ``RecordingProblem`` if what was written cannot be read, which would be a defect of the recorder.
    public func recording() async throws -> Recording { try Recording(reading: await bytes()) }

    /// The recording so far, in the form of a file.
    public func bytes() async -> [UInt8] {
        flush()
        return await withCheckedContinuation { continuation in
            queue.async { [writer] in continuation.resume(returning: writer.bytes()) }
        }
    }

    /// The number of scenes whose states are kept.
    package func keptStates() async -> Int {
        flush()
        return await withCheckedContinuation { continuation in
            queue.async { [writer] in continuation.resume(returning: writer.keptStates) }
        }
    }

    /// Ends the recording, and writes the last line of the file. Later events are not recorded.
    ///
    /// - Throws: The first error that occurred when the file was written.
    public func finish() async throws {
        flush()
        isFinished = true
        watched = [:]
        Self.all.removeAll { $0.recorder == nil || $0.recorder === self }
        let problem = await withCheckedContinuation { continuation in
            queue.async { [writer] in continuation.resume(returning: writer.finish()) }
        }
        if let problem { throw problem }
    }
}
