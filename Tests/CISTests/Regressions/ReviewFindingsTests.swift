import CIS
import TestSupport
import Testing

/// What a review of the whole core found, one test a finding.
@MainActor
@Suite struct `Former defects` {
    let lab = LabScene()

    @Test func `a timer with an endless interval does not trap`() async {
        let clock = NotingClock()
        let store = LabStore()
        let controller = LabController(interactor: LabInteractor(store: store), store: store)
        let scene = SceneRuntime<Lab>(controller: controller, store: store)
        scene.sources { _ in [.timer("t", every: .seconds(Int64.max), on: clock) { _ in .mutate(.add(1)) }] }
        await clock.isAsked.reached()
        // The system's clock traps when it is told to sleep for as long as a duration can be.
        #expect(clock.lengths.withLock { $0 } == [.century])
        scene.stop()
        clock.isAsked.open()
    }

    @Test func `a detached scene observer is released when what it saw begin has ended`() async {
        var log: EventLog? = EventLog()
        weak let observer = log
        let gate = Gate()
        let token = log.map { lab.runtime.attach($0) }
        let task = lab.perform { _ in await gate.pass() }
        token?.cancel()
        log = nil
        lab.store.execute(.add(1))
        gate.open()
        await task.value
        #expect(observer == nil)
    }

    @Test func `a scene observer whose deinit reaches the scene does not trap`() {
        var first: DyingObserver? = DyingObserver(lab.runtime)
        var token = first.map { lab.runtime.attach($0) }
        first = nil
        token?.cancel()
        token = lab.runtime.attach(EventLog())
        #expect(lab.store.state.count == 1)
        token?.cancel()
    }

    @Test func `a sequence that is first asked after the release of its scene ends`() async {
        var runtime: SceneRuntime<Lab>? = lab.mortal()
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
        // The action that still runs holds the state, which was the last.
        #expect(seen == [0])
    }

    @Test func `an observer whose owner is gone is forgotten at the next commit`() {
        var owner: Bystander? = Bystander()
        var payload: Bystander? = Bystander()
        weak let held = payload
        if let owner, let payload {
            lab.runtime.observe({ $0.count }, on: owner, initially: false) { _, _ in _ = payload }
        }
        payload = nil
        #expect(held != nil)
        owner = nil
        lab.store.execute(.add(1))
        #expect(held == nil)
    }

    @Test func `a scene that was released tells its parent nothing more`() {
        let outputs = OutputPort<Lab.Output>()
        let store = LabStore()
        let controller = LabController(interactor: LabInteractor(store: store), store: store)
        var child: SceneRuntime<Lab>? = SceneRuntime(controller: controller, store: store, outputs: outputs)
        let heard = Trail<Lab.Output>()
        outputs.connect(to: lab.store) { _, output in heard.note(output) }
        child?.outputs?.send(.told("in time"))
        child = nil
        outputs.send(.told("too late"))
        #expect(heard.entries == [.told("in time")])
    }

    @Test func `a weak reference that was emptied on purpose reports nothing`() {
        let reports = ReportLog()
        DiagnosticReporter.$current.withValue(reports.reporter) {
            let link = WeakScene(lab.runtime)
            link.scene = nil
            #expect(link.execute(.mutate(.add(1))) == nil)
        }
        #expect(reports.kinds.isEmpty && lab.reports.kinds.isEmpty)
    }
}

extension LabScene {
    /// Another runtime, which nobody else holds.
    fileprivate func mortal() -> SceneRuntime<Lab> {
        let store = LabStore()
        return SceneRuntime(
            controller: LabController(interactor: LabInteractor(store: store), store: store), store: store)
    }
}

/// Stands still, and notes for how long it was told to sleep.
private struct NotingClock: Clock {
    let isAsked = Gate()
    let lengths = Guarded<[Duration]>([])
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
    private let scene: SceneRuntime<Lab>

    @MainActor
    init(_ scene: SceneRuntime<Lab>) {
        self.scene = scene
    }

    deinit {
        let scene = self.scene
        MainActor.assumeIsolated { _ = scene.execute(.mutate(.add(1))) }
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? { nil }
}
