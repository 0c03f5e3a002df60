import CIS
import Observation
import TestSupport
import Testing

/// Edge case 36: nothing that a user of an app can cause is a trap. Random calls of the whole public surface, in any
/// order, also from inside callbacks; what is checked is that the program lives, and that nothing vanishes unreported.
@MainActor
@Suite struct `Random calls` {
    @Test func `no sequence of public calls traps, or loses a mutation without a word`() async {
        for seed in seeds(repetitions(60, atLeast: 15), for: "Random calls") {
            let user = RandomUser(seed: seed)
            for _ in 0..<200 { await user.act() }
            await user.rest()
            #expect(user.lost == 0, "CIS_SEED=\(seed)")
        }
    }
}

/// Does anything, at any moment.
@MainActor
private final class RandomUser {
    private var dice: Dice
    private var labs: [MortalLab] = []
    private var gone: [(store: LabStore, reports: ReportLog)] = []
    private var tokens: [ObservationToken] = []
    private var revisions = [Revision(0), Revision(.max)]
    private var handles: [Task<Void, Never>] = []
    private let tasks = TaskBox()
    private let weakScene = WeakScene<Lab>()
    private var depth = 0
    /// Mutations that were executed on stores of the scenes.
    private var executed = 0

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        for _ in 0..<3 { replace(nil) }
    }

    /// Mutations that were neither applied nor reported.
    var lost: Int {
        let all = gone + labs.map { ($0.store, $0.reports) }
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
        // Awaiting is for the outermost level; the rest can also happen inside a callback.
        if Int.random(in: 0..<10, using: &dice) == 0 { await waitForSomething() } else { call() }
    }

    func rest() async {
        for token in tokens { token.cancel() }
        tokens = []
        for lab in labs {
            lab.store.effects = nil
            lab.outputs.disconnect()
        }
        await tasks.finish()
    }

    // MARK: Calls

    private var lab: MortalLab { labs[Int.random(in: labs.indices, using: &dice)] }
    private var coin: Bool { Bool.random(using: &dice) }

    private func call() {
        guard depth < 4 else { return }
        depth += 1
        defer { depth -= 1 }
        switch Int.random(in: 0..<22, using: &dice) {
        case 0..<6: mutate(lab.store)
        case 6..<9: add(lab.runtime?.execute(action()))
        case 9: add(lab.runtime?.post(action()))
        case 10: add(weakScene.execute(action()))
        case 11..<14: observe(lab)
        case 14: track(lab)
        case 15: if !tokens.isEmpty { tokens[Int.random(in: tokens.indices, using: &dice)].cancel() }
        case 16: if !tokens.isEmpty { tokens.remove(at: Int.random(in: tokens.indices, using: &dice)) }
        case 17: handles.randomElement(using: &dice)?.cancel()
        case 18: talk(lab)
        case 19: lab.store.effects = coin ? nil : { [weak self] _, _ in self?.sometimesCall() }
        case 20: revisions.append(lab.store.domainSnapshot.revision)
        default: end(lab)
        }
    }

    private func sometimesCall() {
        if Int.random(in: 0..<4, using: &dice) == 0 { call() }
    }

    private func mutate(_ store: LabStore) {
        executed += 1
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: store.execute(.add(1), evenIfCancelled: coin)
        case 1: store.execute(.add(1), basedOn: revisions.randomElement(using: &dice) ?? Revision(0))
        default: store.execute(.add(1))
        }
    }

    private func action() -> Lab.Action {
        let suspends = coin
        return .perform { [weak self] controller in
            self?.sometimesCall()
            if suspends { await elsewhere() }
            await controller.interactor.execute(.perform { _ in self?.sometimesCall() })
        }
    }

    private func add(_ task: Task<Void, Never>?) {
        guard let task else { return }
        tasks.add(task)
        handles.append(task)
        if handles.count > 20 { handles.removeFirst() }
    }

    private func observe(_ lab: MortalLab) {
        guard let runtime = lab.runtime else { return }
        let delivery: Delivery = coin ? .everyChange : .oncePerTurn
        let callback: (Int) -> Void = { [weak self] _ in self?.sometimesCall() }
        let token =
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: runtime.observe(\.count, on: lab.store, delivery: delivery) { _, value in callback(value) }
            case 1: runtime.observe({ $0.count / 2 }, delivery: delivery, onChange: callback)
            case 2: runtime.observeEveryCommit(\.count, oncePerTurn: coin, onChange: callback)
            case 3: runtime.observePulse(\.toast, replayingLast: coin) { _ in callback(0) }
            case 4: runtime.attach(EventLog())
            case 5:
                runtime.observeEveryCommit(\.count, on: lab.store, oncePerTurn: coin) { _, value in callback(value) }
            case 6: runtime.observePulse(\.toast, on: lab.store) { _, _ in callback(0) }
            default: runtime.observe(\.count, delivery: delivery, initially: coin, onChange: callback)
            }
        if coin { tokens.append(token) }
        if tokens.count > 20 { tokens.removeFirst() }
    }

    private func track(_ lab: MortalLab) {
        withObservationTracking {
            _ = lab.runtime?.state
            _ = lab.runtime?.observed(\.count)
            _ = lab.runtime?.observed(\.domainState.total)
        } onChange: {
        }
    }

    private func talk(_ lab: MortalLab) {
        if coin {
            lab.outputs.connect(to: labs[0].store) { [weak self] _, _ in self?.sometimesCall() }
        } else if coin {
            lab.outputs.disconnect()
        }
        lab.outputs.send(.told("anything"))
    }

    private func end(_ lab: MortalLab) {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: lab.runtime?.stop()
        case 1: lab.release()
        case 2: replace(lab)
        default: weakScene.scene = coin ? lab.runtime : nil
        }
    }

    private func replace(_ lab: MortalLab?) {
        if let lab, let index = labs.firstIndex(where: { $0 === lab }) {
            labs.remove(at: index)
            gone.append((lab.store, lab.reports))
        }
        labs.append(MortalLab())
    }

    // MARK: Waiting

    private func waitForSomething() async {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: await lab.runtime?.run(action())
        case 1: if let handle = handles.popLast() { await handle.value }
        default:
            guard let values = lab.runtime?.values(\.count, buffering: coin ? .newest : .all) else { return }
            for await _ in values { break }
        }
    }
}
