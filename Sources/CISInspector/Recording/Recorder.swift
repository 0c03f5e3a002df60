public import CIS
public import Foundation
internal import Synchronization

/// Records what happens in scenes: their states, mutations, actions, use cases, outputs, drops and causes.
///
/// ```swift
/// let recorder = Recorder(to: URL(filePath: "run.cisrec"))  // keep it
/// recorder.record(scene)  // and every scene that it makes from now on
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
/// the states after them. Events are handed to the queue when there are 256, when their states are large, or when the recording is
/// asked for. If values wait to be encoded that exceed the bounds, the main actor waits for the queue.
///
/// A file keeps every event. Here, events are handed to the queue at the latest in the next job of the main actor, outside of
/// a mutation. The queue writes them at once, without a buffer. A program that crashes leaves a file that can be
/// read, without the events of the turn that has crashed, and without those that the queue had not encoded.
///
/// Calls of workers are recorded if the worker is wrapped; see `call`. Wake-ups of clocks and random
/// numbers are not recorded.
@MainActor
public final class Recorder {
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

    /// The observer of one scene. The scene retains it.
    final class Listener: SceneObserver {
        weak let scene: (any InspectableScene)?
        /// Called at the end of a mutation or an output. Made once, because making a closure takes an allocation.
        let endLast: @MainActor (SceneEvent.Ending) -> Void
        private let log: EventLog

        init(_ scene: any InspectableScene, _ log: EventLog) {
            self.scene = scene
            self.log = log
            endLast = { [weak scene] in log.endLast($0, of: scene) }
        }

        func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
            log.willBegin(event, heardBy: self)
        }
    }

    private let writer: RecordingWriter
    let log: EventLog
    private var watched: [UInt64: (listener: Listener, token: ObservationToken)] = [:]
    private var knownTypes: [ObjectIdentifier: SceneTypes] = [:]
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
    public init(
        to file: URL? = nil, keeping limits: Limits = Limits(), redacting redaction: Redaction = Redaction(),
        seed: String? = nil
    ) {
        let program = ProcessInfo.processInfo.processName
        let header = RecordingHeader(program: program, start: Date(), seed: seed, redaction: redaction.description)
        writer = RecordingWriter(header: header, limits, redaction, file)
        log = EventLog(writer, limits, isInFile: file != nil)
        Self.all.removeAll { $0() == nil }
        Self.all.append { [weak self] in self }
        Instrumentation.noteMade()
        Instrumentation.onNewScene = { scene, cause in
            for recorder in Self.all { recorder()?.didMake(scene, cause) }
        }
    }

    /// The recorders that look for new scenes, which are not retained.
    static var all: [() -> Recorder?] = []

    /// Records a scene while a function runs, and ends the file. For a program with an option `--record FILE`.
    ///
    /// ```swift
    /// try await Recorder.record(scene, to: options.recording) { try await run() }
    /// ```
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - file: The file to write to. Without one, nothing is recorded.
    ///   - redaction: What is left out, besides every `Secret`.
    ///   - body: The function.
    /// - Throws: What the function throws, or an error that a sentence describes, if the file cannot be written. If it cannot
    ///   be made, the function does not run.
    public static func record<Value>(
        _ scene: any SceneNode, to file: URL?, redacting redaction: Redaction = Redaction(),
        during body: @MainActor () async throws -> Value
    ) async throws -> Value {
        try await record(to: file, redacting: redaction) { recorder in
            recorder?.record(scene)
            return try await body()
        }
    }

    /// The same for scenes that the function makes. It gets the recorder, or `nil` if nothing is recorded.
    public static func record<Value>(
        to file: URL?, redacting redaction: Redaction = Redaction(),
        during body: @MainActor (Recorder?) async throws -> Value
    ) async throws -> Value {
        guard let file else { return try await body(nil) }
        let recorder = Recorder(to: file, redacting: redaction)
        if let problem = recorder.writer.problem { throw UnwritableFile(file, problem) }
        let result: Result<Value, any Error>
        do { result = .success(try await body(recorder)) } catch { result = .failure(error) }
        do { try await recorder.finish() } catch { if case .success = result { throw UnwritableFile(file, error) } }
        return try result.get()
    }

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
        log.scheduleFlush()
    }

    private func watch(_ scene: any InspectableScene, parent: UInt64?, cause: UInt64?) {
        let identity = scene.identity
        guard watched[identity.number] == nil, !isFinished else { return }
        // Reflection takes long, and a list may have thousands of rows.
        let id = ObjectIdentifier(type(of: scene))
        let types = knownTypes[id] ?? (type(of: scene) as? any TypedScene.Type)?.types
        knownTypes[id] = types
        for type in types?.notCodable ?? [] {
            let text = "\(type) is not Codable, so \(identity.name) can be looked at, but not replayed."
            if !notReplayable.contains(text) { notReplayable.append(text) }
        }
        if watched.count > greatestCount {
            watched = watched.filter { $0.value.listener.scene != nil }
            greatestCount = max(64, watched.count * 2)
        }
        let listener = Listener(scene, log)
        log.open(scene, parent: parent, cause: cause, types)
        watched[identity.number] = (listener, scene.attach(listener))
    }

    /// A scene was made somewhere in the program. It is recorded if an event of a recorded scene has made it.
    private func didMake(_ scene: any InspectableScene, _ cause: SceneEvent.ID?) {
        guard let cause = cause?.number, let maker = log.scene(of: cause) else { return }
        watch(scene, parent: maker, cause: cause)
    }

    /// The recording so far.
    ///
    /// - Throws: ``RecordingProblem`` if what was written cannot be read, which would be a defect of the recorder.
    public func recording() async throws -> Recording { try Recording(reading: await bytes()) }

    /// The recording so far, in the form of a file. Until then, everything that has happened is written to the file.
    public func bytes() async -> [UInt8] { await log.whenEncoded { $0.bytes() } }

    /// The number of scenes whose states are kept, and that of the scenes that are known.
    package func keptScenes() async -> (states: Int, all: Int) { await log.whenEncoded { $0.keptScenes } }

    /// Ends the recording, and writes the last line of the file. Later events are not recorded.
    ///
    /// - Throws: The first error that occurred when the file was written.
    public func finish() async throws {
        stop()
        if let problem = await log.whenEncoded({ $0.finish() }) { throw problem }
    }

    /// Ends the observations.
    package func stop() {
        isFinished = true
        watched = [:]
        Self.all.removeAll { $0() == nil || $0() === self }
    }

    /// The number of items that were handed over and are not encoded.
    package var waiting: Int { writer.waiting.load(ordering: .relaxed) }
}
