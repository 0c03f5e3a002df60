import CIS
import Observation
import TestSupport
import Testing

/// Nothing that a user of an app can do may trap. Random calls of the whole public interface, in any
/// order, also from inside callbacks. The test checks that the program does not stop, and that nothing is dropped
/// without a report.
@MainActor
@Suite struct `Random calls` {
    @Test func `no sequence of public calls traps, or loses a mutation without a report`() async {
        for seed in seeds(repetitions(60, atLeast: 15), for: "Random calls") {
            let user = RandomUser(seed: seed)
            for _ in 0..<200 { await user.act() }
            await user.rest()
            #expect(user.lost == 0, "CIS_SEED=\(seed)")
        }
    }
}

/// Makes random calls at any moment.
@MainActor
private final class RandomUser {
    private var dice: Dice
    private var samples: [ReleasableSample] = []
    private var gone: [(store: SampleStore, reports: ReportLog)] = []
    private var tokens: [ObservationToken] = []
    private var revisions = [Revision(0), Revision(.max)]
    private var handles: [Task<Void, Never>] = []
    private let tasks = TaskBox()
    private weak var weakScene: SceneRuntime<Sample>?
    private var depth = 0
    /// Mutations that were executed on stores of the scenes.
    private var executed = 0

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        for _ in 0..<3 { replace(nil) }
    }

    /// Mutations that were neither applied nor reported.
    var lost: Int {
        let all = gone + samples.map { ($0.store, $0.reports) }
        let applied = all.reduce(0) { $0 + $1.store.state.count }
        let dropped = all.reduce(0) { sum, scene in
            sum
                + scene.reports.kinds.count { kind in
                    if case .mutationDropped = kind { true } else { false }
                }
        }
        return executed - applied - dropped
    }

    func act() async {
        // Only the outermost level can await. The other calls can also be made inside a callback.
        if Int.random(in: 0..<10, using: &dice) == 0 { await waitForSomething() } else { call() }
    }

    func rest() async {
        for token in tokens { token.cancel() }
        tokens = []
        for sample in samples {
            sample.store.effects = nil
            sample.outputs.disconnect()
        }
        await tasks.finish()
    }

    // MARK: Calls

    private var sample: ReleasableSample { samples[Int.random(in: samples.indices, using: &dice)] }
    private var coin: Bool { Bool.random(using: &dice) }

    private func call() {
        guard depth < 4 else { return }
        depth += 1
        defer { depth -= 1 }
        switch Int.random(in: 0..<22, using: &dice) {
        case 0..<6: mutate(sample.store)
        case 6..<9: add(sample.runtime?.execute(action()))
        case 9: add(sample.runtime?.post(action()))
        case 10: add(weakScene?.execute(action()))
        case 11..<14: observe(sample)
        case 14: track(sample)
        case 15: if !tokens.isEmpty { tokens[Int.random(in: tokens.indices, using: &dice)].cancel() }
        case 16: if !tokens.isEmpty { tokens.remove(at: Int.random(in: tokens.indices, using: &dice)) }
        case 17: handles.randomElement(using: &dice)?.cancel()
        case 18: talk(sample)
        case 19: sample.store.effects = coin ? nil : { [weak self] _, _ in self?.sometimesCall() }
        case 20: revisions.append(sample.store.domainSnapshot.revision)
        default: end(sample)
        }
    }

    private func sometimesCall() {
        if Int.random(in: 0..<4, using: &dice) == 0 { call() }
    }

    private func mutate(_ store: SampleStore) {
        executed += 1
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: store.execute(.add(1), evenIfCancelled: coin)
        case 1: store.execute(.add(1), basedOn: revisions.randomElement(using: &dice) ?? Revision(0))
        default: store.execute(.add(1))
        }
    }

    private func action() -> Sample.Action {
        let suspends = coin
        return .perform { [weak self] controller in
            self?.sometimesCall()
            if suspends { await hopOffMainActor() }
            await controller.interactor.execute(.perform { _ in self?.sometimesCall() })
        }
    }

    private func add(_ task: Task<Void, Never>?) {
        guard let task else { return }
        tasks.add(task)
        handles.append(task)
        if handles.count > 20 { handles.removeFirst() }
    }

    private func observe(_ sample: ReleasableSample) {
        guard let runtime = sample.runtime else { return }
        let delivery: Delivery = coin ? .everyChange : .oncePerTurn
        let callback: (Int) -> Void = { [weak self] _ in self?.sometimesCall() }
        let token =
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: runtime.observe(\.count, on: sample.store, delivery: delivery) { _, value in callback(value) }
            case 1: runtime.observe({ $0.count / 2 }, delivery: delivery, onChange: callback)
            case 2: runtime.observeEveryCommit(\.count, initially: coin, onChange: callback)
            case 3: runtime.observePulse(\.toast, replayingLast: coin) { _ in callback(0) }
            case 4: runtime.attach(EventLog())
            case 5: runtime.observeEveryCommit(\.count, on: sample.store) { _, value in callback(value) }
            case 6: runtime.observePulse(\.toast, on: sample.store) { _, _ in callback(0) }
            default: runtime.observe(\.count, delivery: delivery, initially: coin, onChange: callback)
            }
        if coin { tokens.append(token) }
        if tokens.count > 20 { tokens.removeFirst() }
    }

    private func track(_ sample: ReleasableSample) {
        withObservationTracking {
            _ = sample.runtime?.state
            _ = sample.runtime?.observed(\.count)
            _ = sample.runtime?.observed(\.domainState.total)
        } onChange: {
        }
    }

    private func talk(_ sample: ReleasableSample) {
        if coin {
            sample.outputs.connect(to: samples[0].store) { [weak self] _, _ in self?.sometimesCall() }
        } else if coin {
            sample.outputs.disconnect()
        }
        sample.outputs.send(.told("anything"))
    }

    private func end(_ sample: ReleasableSample) {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: sample.runtime?.stop()
        case 1: sample.release()
        case 2: replace(sample)
        default: weakScene = coin ? sample.runtime : nil
        }
    }

    private func replace(_ sample: ReleasableSample?) {
        if let sample, let index = samples.firstIndex(where: { $0 === sample }) {
            samples.remove(at: index)
            gone.append((sample.store, sample.reports))
        }
        samples.append(ReleasableSample())
    }

    // MARK: Waiting

    private func waitForSomething() async {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: await sample.runtime?.run(action())
        case 1: if let handle = handles.popLast() { await handle.value }
        default:
            guard let values = sample.runtime?.values(\.count, buffering: coin ? .newest : .all) else { return }
            for await _ in values { break }
        }
    }
}
