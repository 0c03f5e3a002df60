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

    /// Counted, because in release builds the compiler removes a call of an empty function, and with it the suspension.
    private var passes = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func pass() { passes &+= 1 }
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

    /// Counted for the same reason as above.
    private var passes = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init() {}

    package func pass() { passes &+= 1 }

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
