import CIS
import TestSupport
import Testing

/// Mutations are committed by code that is written twice. A scene with an observer of events takes the general path, in every
/// build; a plain scene takes the fast path in release builds. Both paths have the same visible effects.
@MainActor
@Suite struct `Fast path and general path` {
    @Test func `the same random steps make the same events in the same order on both paths`() async {
        for seed in seeds(repetitions(300, atLeast: 20), for: "paths") {
            let fast = await history(seed: seed, isTraced: false)
            let general = await history(seed: seed, isTraced: true)
            #expect(fast == general, "seed \(seed)")
            #expect(fast.count > 100, "seed \(seed)")
        }
    }

    private func history(seed: UInt64, isTraced: Bool) async -> [String] {
        let steps = PathSteps(seed: seed)
        let token = isTraced ? steps.scene.runtime.attach(EventLog()) : nil
        await steps.run(60)
        token?.cancel()
        return steps.history
    }
}

/// Takes random steps in a scene, and records their visible effects.
@MainActor
private final class PathSteps {
    let scene = SampleScene(Sample.State(items: [0, 0, 0]))
    private(set) var history: [String] = []
    private var dice: Dice
    private var tokens: [ObservationToken] = []
    /// The number of mutations that observers and side effects may still execute.
    private var answers = 20

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        scene.store.effects = { [unowned self] mutation, state in
            note("effect of \(mutation) on \(state)")
            answer()
        }
    }

    func run(_ count: Int) async {
        for number in 0..<count {
            note("step \(number)")
            await step(number)
            note("state \(scene.store.state), unfinished \(scene.runtime.unfinishedActionCount)")
        }
        tokens = []
        note("reports \(scene.reports.kinds)")
    }

    private func note(_ line: String) { history.append(line) }

    private func step(_ number: Int) async {
        switch dice.next() % 8 {
        case 0: scene.store.execute(mutation())
        case 1: observe(number)
        case 2: if !tokens.isEmpty { tokens.removeFirst().cancel() }
        case 3: scene.store.execute(mutation(), basedOn: scene.store.domainSnapshot.revision)
        case 4: await perform("plain \(number)", []).value
        case 5: await perform("suspending \(number)", [.suspends]).value
        case 6: await perform("nesting \(number)", [.nests]).value
        default: await perform("cancelled \(number)", [.suspends, .isCancelled]).value
        }
    }

    private struct Traits: OptionSet {
        let rawValue: Int
        static let suspends = Traits(rawValue: 1)
        static let nests = Traits(rawValue: 2)
        static let isCancelled = Traits(rawValue: 4)
    }

    private func perform(_ name: String, _ traits: Traits) -> Task<Void, Never> {
        let mutations = (0..<3).map { _ in mutation() }
        let task = scene.perform(name) { [unowned self] controller in
            note("\(name) begins")
            controller.store.execute(mutations[0])
            if traits.contains(.suspends) { await hopOffMainActor() }
            if traits.contains(.isCancelled) { withUnsafeCurrentTask { $0?.cancel() } }
            await controller.interactor.execute(.perform { $0.store.execute(mutations[1]) })
            if traits.contains(.nests) {
                await controller.scene?.run(.mutate(mutations[2]))
            } else {
                controller.store.execute(mutations[2], evenIfCancelled: true)
            }
            note("\(name) ends")
        }
        note("\(name) was executed")
        return task
    }

    private func observe(_ number: Int) {
        switch dice.next() % 3 {
        case 0: tokens.append(scene.runtime.observe(\.count) { [unowned self] in seen(number, "\($0)") })
        case 1: tokens.append(scene.runtime.observe({ $0.log.count }) { [unowned self] in seen(number, "\($0)") })
        default: tokens.append(scene.runtime.observeEveryCommit(\.flag) { [unowned self] in seen(number, "\($0)") })
        }
    }

    private func seen(_ observer: Int, _ value: String) {
        note("observer \(observer) sees \(value)")
        answer()
    }

    /// Sometimes executes a mutation inside the commit.
    private func answer() {
        guard answers > 0, dice.next() % 4 == 0 else { return }
        answers -= 1
        scene.store.execute(mutation())
    }

    private func mutation() -> Sample.Mutation {
        let number = Int(dice.next() % 3)
        return switch dice.next() % 5 {
        case 0: .add(number)
        case 1: .append("\(number)")
        case 2: .setFlag(number == 0)
        case 3: .setItem(number, number)
        default: .addToTotal(number)
        }
    }
}
