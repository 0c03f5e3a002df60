import CIS
import Foundation

extension Workload {
    /// X7: actions from other threads, all at once. By hand: a task on the main actor.
    static var posting: [Workload] {
        [1, 2, 4, 16].map { threads in
            Workload(
                name: "X7-\(threads)", title: "action posted from \(threads) thread\(threads == 1 ? "" : "s")",
                operations: 100_000, budget: 2.4
            ) { count in
                let each = count / threads
                let (scene, store) = Tally.assemble()
                let plain = PlainTally()
                return Contest(
                    cis: {
                        let before = store.state.count
                        await fromThreads(threads, each) { scene.post(.add) }
                        return store.state.count - before
                    },
                    plain: {
                        let before = plain.state.count
                        await fromThreads(threads, each) {
                            Task { @MainActor in plain.execute(.set(plain.state.domainState &+ 1)) }
                        }
                        return plain.state.count - before
                    }, expected: each * threads)
            }
        }
    }

    /// Calls the function several times from each of several threads, and waits for the last task of each thread. The tasks
    /// of one thread run in order.
    private static func fromThreads(
        _ threads: Int, _ each: Int, _ post: @escaping @Sendable () -> Task<Void, Never>
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    let last = await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            for _ in 1..<each { _ = post() }
                            continuation.resume(returning: post())
                        }
                    }
                    await last.value
                }
            }
        }
    }
}
