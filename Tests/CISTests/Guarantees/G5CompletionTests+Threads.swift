import CIS
import TestSupport
import Testing

extension `G5 completion` {
    @MainActor
    @Suite struct `against concurrent cancels` {
        private nonisolated static let total = fewerWhenSanitized(10_000)
        private let sample = SampleScene()
        private let starts = Shared(0)

        /// An action that starts, leaves the main actor, comes back and mutates.
        private var travelling: Sample.Action {
            .perform { [starts] controller in
                starts.value += 1
                await hopOffMainActor()
                controller.store.execute(.add(1))
            }
        }

        /// Checks that every action either started or was dropped, and that every mutation of a started action was
        /// applied or dropped.
        private func checkAccounts(of total: Int) {
            let kinds = sample.reports.kinds
            let unstarted = kinds.count { $0 == .actionDropped(.cancelledBeforeStart) }
            let dropped = kinds.count { $0 == .mutationDropped(.cancelled) }
            #expect(unstarted + starts.value == total)
            #expect(dropped + sample.runtime.state.count == starts.value)
            #expect(unstarted + dropped == kinds.count)
            #expect(sample.runtime.unfinishedActionCount == 0)
        }

        @Test func `ten thousand actions, posted and cancelled by several threads, leave nothing behind`() async {
            let shared = LockedValue<[Task<Void, Never>]>([])
            let runtime = sample.runtime
            let action = travelling
            let threads = 8
            let perThread = Self.total / threads
            _ = await onThreads(threads) { thread in
                var dice = Dice(seed: UInt64(thread))
                for _ in 0..<perThread {
                    let task = runtime.post(action)
                    let victim = shared.withLock { tasks in
                        tasks.append(task)
                        return tasks.randomElement(using: &dice)
                    }
                    if Bool.random(using: &dice) { victim?.cancel() }
                }
            }
            for task in shared.withLock({ $0 }) { await task.value }
            checkAccounts(of: Self.total)
        }

        @Test func `ten thousand actions, executed here and cancelled by threads, leave nothing behind`() async {
            let streams = (0..<4).map { _ in AsyncStream.makeStream(of: Task<Void, Never>.self) }
            let cancellers = streams.map { stream, _ in
                Task.detached {
                    for await task in stream { task.cancel() }
                }
            }
            var tasks: [Task<Void, Never>] = []
            for number in 0..<Self.total {
                let task = sample.runtime.execute(travelling)
                tasks.append(task)
                if number.isMultiple(of: 2) { streams[number / 2 % 4].continuation.yield(task) }
                if number.isMultiple(of: 50) { await task.value }
            }
            for stream in streams { stream.continuation.finish() }
            for canceller in cancellers { await canceller.value }
            for task in tasks { await task.value }
            checkAccounts(of: Self.total)
        }

        @Test func `actions cancelled in great number leave the scene as it was`() async {
            let gate = Gate()
            let tasks = (0..<1_000).map { _ in sample.perform { _ in await gate.pass() } }
            #expect(sample.runtime.unfinishedActionCount == 1_000)
            await startsOfActions()
            for task in tasks { task.cancel() }
            gate.open()
            for task in tasks { await task.value }
            #expect(sample.runtime.unfinishedActionCount == 0)
            await sample.runtime.execute(.mutate(.add(1))).value
            #expect(sample.runtime.state.count == 1)
            #expect(sample.reports.kinds.isEmpty)
        }
    }
}
