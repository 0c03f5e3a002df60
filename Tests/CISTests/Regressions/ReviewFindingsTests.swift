import CIS
import TestSupport
import Testing

/// The findings of a review of the whole core. Each has one test.
@MainActor
@Suite struct `Former defects` {
    let sample = SampleScene()

    @Test func `a timer with an endless interval does not trap`() async {
        let clock = NotingClock()
        let store = SampleStore()
        let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
        let scene = SceneRuntime<Sample>(controller: controller, store: store)
        scene.sources { _ in [.timer("t", every: .seconds(Int64.max), on: clock) { _ in .mutate(.add(1)) }] }
        await clock.isAsked.reached()
        // The system's clock traps if it has to sleep for the longest possible duration.
        #expect(clock.lengths.withLock { $0 } == [.longestSleep])
        scene.stop()
        clock.isAsked.open()
    }

    @Test func `a detached scene observer is released when the events that it saw begin have ended`() async {
        var log: EventLog? = EventLog()
        weak let observer = log
        let gate = Gate()
        let token = log.map { sample.runtime.attach($0) }
        let task = sample.perform { _ in await gate.pass() }
        token?.cancel()
        log = nil
        sample.store.execute(.add(1))
        gate.open()
        await task.value
        #expect(observer == nil)
    }

    @Test func `a scene observer whose deinit reaches the scene does not trap`() async {
        var first: DyingObserver? = DyingObserver(sample.runtime)
        var token = first.map { sample.runtime.attach($0) }
        first = nil
        token?.cancel()
        token = sample.runtime.attach(EventLog())
        await startsOfActions()
        #expect(sample.store.state.count == 1)
        token?.cancel()
    }

    @Test func `a sequence that is first iterated after the release of its scene ends`() async {
        var runtime: SceneRuntime<Sample>? = sample.mortal()
        let gate = Gate()
        let task = runtime?.execute(.perform { _ in await gate.pass() })
        let values = runtime?.values(\.count)
        runtime = nil
        var seen: [Int] = []
        if let values {
            for await value in values { seen.append(value) }
        }
        gate.open()
        await task?.value
        // The action that is still running holds the last state.
        #expect(seen == [0])
    }

    @Test func `an observer whose owner was released is removed at the next commit`() {
        var owner: Bystander? = Bystander()
        var payload: Bystander? = Bystander()
        weak let held = payload
        if let owner, let payload {
            sample.runtime.observe({ $0.count }, on: owner, initially: false) { _, _ in _ = payload }
        }
        payload = nil
        #expect(held != nil)
        owner = nil
        sample.store.execute(.add(1))
        #expect(held == nil)
    }

    @Test func `a released scene sends its parent nothing more`() {
        let outputs = OutputPort<Sample.Output>()
        let store = SampleStore()
        let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
        var child: SceneRuntime<Sample>? = SceneRuntime(controller: controller, store: store, outputs: outputs)
        let heard = Recorder<Sample.Output>()
        outputs.connect(to: sample.store) { _, output in heard.note(output) }
        child?.outputs?.send(.told("in time"))
        child = nil
        outputs.send(.told("too late"))
        #expect(heard.entries == [.told("in time")])
    }
}

extension SampleScene {
    /// Another runtime, which nobody else holds.
    fileprivate func mortal() -> SceneRuntime<Sample> {
        let store = SampleStore()
        return SceneRuntime(
            controller: SampleController(interactor: SampleInteractor(store: store), store: store), store: store)
    }
}

/// A clock that stands still, and records the requested length of each sleep.
private struct NotingClock: Clock {
    let isAsked = Gate()
    let lengths = LockedValue<[Duration]>([])
    var now: ContinuousClock.Instant { start }
    var minimumResolution: Duration { .nanoseconds(1) }
    private let start = ContinuousClock.now

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        lengths.withLock { $0.append(start.duration(to: deadline)) }
        await isAsked.pass()
        try Task.checkCancellation()
    }
}

@MainActor
private final class Bystander {}

/// Executes an action when it is released.
private final class DyingObserver: SceneObserver {
    private let scene: SceneRuntime<Sample>

    @MainActor
    init(_ scene: SceneRuntime<Sample>) {
        self.scene = scene
    }

    deinit {
        let scene = self.scene
        MainActor.assumeIsolated { _ = scene.execute(.mutate(.add(1))) }
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? { nil }
}
