import CIS

/// Runs the jobs that are not isolated to an actor on the global executor, and counts them.
package final class CountingExecutor: TaskExecutor {
    private let jobs = LockedValue(0)

    package init() {}

    package var count: Int { jobs.withLock { $0 } }

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.withLock { $0 += 1 }
        globalConcurrentExecutor.enqueue(job)
    }
}
