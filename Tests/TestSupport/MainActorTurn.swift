import CIS
import Dispatch

/// Suspends until every main-actor job that was queued before has run, and stays on the main queue all the time. So a
/// program that suspends in no other way can be repeated step by step.
@MainActor
package func mainQueueTurn() async {
    await turn.pass()
}

private let turn = MainQueueTurn()

/// An actor whose jobs are blocks of the main queue, behind those that are queued there.
private actor MainQueueTurn {
    private let executor = MainQueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func pass() {}
}

private final class MainQueueExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An actor whose jobs wait until they are released. Then they run in blocks of the main queue, in the order in which
/// they were enqueued.
package actor HeldActor {
    private let executor = HoldingExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init() {}

    package func pass() {}

    /// Releases the enqueued jobs. Later jobs wait for the next release.
    package nonisolated func release() {
        executor.release()
    }
}

private final class HoldingExecutor: SerialExecutor {
    private let held = LockedValue<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        held.withLock { $0.append(job) }
    }

    func release() {
        let jobs = held.withLock { held in
            defer { held = [] }
            return held
        }
        for job in jobs {
            DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
}
