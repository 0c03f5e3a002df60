import CIS
import TestSupport
import Testing

/// Many actions under policies, from many threads, while others cancel them.
@MainActor
@Suite struct `Policy scale` {
    nonisolated private static let threads = 4
    nonisolated private static let actionsPerThread = fewerWhenSanitized(2_000)
    nonisolated private static let actionsOnMainActor = fewerWhenSanitized(2_000)

    private let sample = SampleScene(clock: TestClock.running)

    @Test func `ten thousand actions under policies against concurrent cancels leave nothing`() async {
        for seed in seeds(1, for: "policy scale") {
            let pool = TaskPool()
            await withTaskGroup { group in
                for thread in 0..<Self.threads {
                    group.addTask { [runtime = sample.runtime] in
                        var dice = Dice(seed: seed &+ UInt64(thread))
                        for _ in 0..<Self.actionsPerThread {
                            pool.add(runtime.post(.random(&dice, pool)))
                            pool.cancelOne(&dice)
                        }
                    }
                }
                await executeOnMainActor(pool, seed: seed &+ UInt64(Self.threads))
            }
            await pool.finish()
            #expect(pool.count >= fewerWhenSanitized(10_000))
            #expect(sample.runtime.unfinishedActionCount == 0, "CIS_SEED=\(seed)")
            #expect(sample.runtime.scheduledActionCount == 0, "CIS_SEED=\(seed)")
        }
    }

    private func executeOnMainActor(_ pool: TaskPool, seed: UInt64) async {
        var dice = Dice(seed: seed)
        for number in 0..<Self.actionsOnMainActor {
            pool.add(sample.runtime.execute(.random(&dice, pool)))
            pool.cancelOne(&dice)
            if number % 20 == 0 { await hopOffMainActor() }
        }
    }

    @Test func `serial actions that wait, ten thousand with full effort, are done in order`() async {
        let recorder = Recorder<Int>()
        let total = repetitions(10_000, atLeast: fewerWhenSanitized(250))
        var last: Task<Void, Never>?
        for number in 0..<total {
            last = sample.perform("\(number)", policy: .serial) { _ in
                await hopOffMainActor()
                recorder.note(number)
            }
        }
        await last?.value
        #expect(recorder.entries == Array(0..<total))
        #expect(sample.runtime.scheduledActionCount == 0)
    }
}

/// Tasks of many threads. Each thread may cancel any of them.
private final class TaskPool: Sendable {
    private let tasks = LockedValue<[Task<Void, Never>]>([])

    var count: Int { tasks.withLock { $0.count } }

    func add(_ task: Task<Void, Never>?) {
        if let task { tasks.withLock { $0.append(task) } }
    }

    func cancelOne(_ dice: inout Dice) {
        let task = tasks.withLock { $0.suffix(50).randomElement(using: &dice) }
        if Bool.random(using: &dice) { task?.cancel() }
    }

    /// Returns when all tasks are done, including those that are added while it waits.
    func finish() async {
        var number = 0
        while let task = tasks.withLock({ number < $0.count ? $0[number] : nil }) {
            await task.value
            number += 1
        }
    }
}

extension TestClock {
    /// A clock that jumps to each deadline, so that no call sleeps.
    fileprivate static var running: TestClock {
        let clock = TestClock()
        clock.runFreely()
        return clock
    }
}

extension Sample.Action {
    /// A random action with a random policy. It may run or execute another action of its group.
    fileprivate static func random(_ dice: inout Dice, _ pool: TaskPool) -> Sample.Action {
        let policy = ActionPolicy.random(&dice)
        let inner = Sample.Action.perform("inner", policy: policy) { _ in await hopOffMainActor() }
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: return .perform("quick", policy: policy) { $0.store.execute(.add(1)) }
        case 1: return .perform("runs", policy: policy) { await $0.scene?.run(inner) }
        case 2: return .perform("executes", policy: policy) { pool.add($0.scene?.execute(inner)) }
        default: return .perform("works", policy: policy) { _ in await hopOffMainActor() }
        }
    }
}

extension ActionPolicy {
    fileprivate static func random(_ dice: inout Dice) -> ActionPolicy {
        let rules: [ActionPolicy] = [.concurrent, .latest, .first, .serial, .limited(3)]
        var policy = rules[Int.random(in: rules.indices, using: &dice)]
        policy = policy.group(Int.random(in: 0..<5, using: &dice))
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return policy.debounced(for: .milliseconds(1))
        case 1: return policy.throttled(for: .milliseconds(1))
        case 2: return policy.throttled(for: .milliseconds(1), trailing: false)
        case 3: return policy.timeout(after: .milliseconds(1))
        case 4: return policy.cancelling(Int.random(in: 0..<5, using: &dice))
        default: return policy
        }
    }
}
