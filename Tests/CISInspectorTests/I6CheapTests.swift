import CIS
import CISInspector
import Dispatch
import TestSupport
import Testing

/// Attached or not, a scene behaves the same, and what a recorder keeps is bounded.
@MainActor
@Suite struct `I6 cheap` {
    @Test func `a recorder does not keep a scene alive`() async throws {
        let recorder = Recorder()
        var scene: SceneRuntime<Ledger>? = Ledger.assemble()
        weak let weakScene = scene
        if let scene { recorder.record(scene) }
        await scene?.run(.openSheet)
        scene = nil
        #expect(weakScene == nil)
        #expect(try await recorder.recording().lines.contains { $0.kind == .stop })
    }

    @Test func `a recorder that is released is freed`() async {
        let scene = Ledger.assemble()
        var recorder: Recorder? = Recorder()
        weak let weakRecorder = recorder
        recorder?.record(scene)
        await scene.run(.add(1))
        _ = await recorder?.bytes()
        recorder = nil
        #expect(weakRecorder == nil)
        await scene.run(.add(2))
    }

    @Test func `a recorder is freed while an action runs`() async {
        let bank = Bank()
        bank.gates = [1: Gate()]
        let scene = Ledger.assemble(bank: bank)
        var recorder: Recorder? = Recorder()
        weak let weakRecorder = recorder
        recorder?.record(scene)
        let action = scene.execute(.save(1))
        await bank.gates[1]?.reached()
        _ = await recorder?.bytes()
        recorder = nil
        #expect(weakRecorder == nil)
        bank.gates[1]?.open()
        await action.value
    }

    @Test func `the state of a scene that has stopped is not kept`() async {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        for _ in 0..<3 {
            await scene.run(.openSheet)
            await scene.run(.closeSheet)
        }
        #expect(await recorder.keptScenes().states == 1)
    }

    @Test func `scenes of the past are forgotten with their lines`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder(keeping: .init(events: 10))
        recorder.record(scene)
        for _ in 0..<1100 {
            await scene.run(.openSheet)
            await scene.run(.closeSheet)
        }
        #expect(await recorder.keptScenes().all < 1024)
        #expect(try await recorder.recording().problems == [])
    }

    @Test func `what waits to be encoded is bounded by its bytes, too`() async throws {
        let store = LedgerStore(Ledger.State(), Bank())
        let scene = SceneRuntime<Ledger>(controller: LedgerController(store, Bank()), store: store)
        let recorder = Recorder(keeping: .init(bytes: 1000))
        recorder.record(scene)
        store.execute(.renamed(String(repeating: "a", count: 1000)))
        _ = await recorder.bytes()
        // Each is handed over before this function suspends, and is more than may wait.
        for number in 0..<600 { store.execute(.saved(number)) }
        #expect(recorder.waiting == 0)
        #expect(try Recording(reading: await recorder.bytes()).header.folded > 500)
    }

    @Test func `a recorder without bounds records`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder(keeping: .init(events: .max, bytes: .max))
        recorder.record(scene)
        await scene.run(.add(1))
        #expect(try await recorder.recording().lines.count == 4)
    }

    @Test func `states are encoded off the main actor`() async throws {
        DispatchQueue.main.setSpecific(key: mainQueueMark, value: ())
        #expect(DispatchQueue.getSpecific(key: mainQueueMark) != nil)
        let store = ThreadStore()
        let scene = SceneRuntime<ThreadScene>(store: store)
        let recorder = Recorder()
        recorder.record(scene)
        store.execute(.set)
        _ = await recorder.bytes()
        #expect(ThreadScene.State.encodings.withLock { $0 } == [false, false])
    }
}

/// Set on the main queue, which is the main actor's executor. The main actor need not be on the main thread.
private let mainQueueMark = DispatchSpecificKey<Void>()

/// A scene whose state notes whether it is encoded on the main actor.
private enum ThreadScene: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    enum Mutation: Sendable, Codable { case set }
    struct State: SceneState, Codable {
        static let encodings = LockedValue<[Bool]>([])
        var value = 0
        var domainState = NoDomainState()
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            Self.encodings.withLock { $0.append(DispatchQueue.getSpecific(key: mainQueueMark) != nil) }
            var container = encoder.unkeyedContainer()
            try container.encode(value)
        }
    }
}

private final class ThreadStore: Store {
    let publisher = StatePublisher(ThreadScene.State())
    nonisolated static func mutate(_ state: inout ThreadScene.State, by mutation: ThreadScene.Mutation) {
        state.value += 1
    }
}
