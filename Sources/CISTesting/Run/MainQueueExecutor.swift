import Dispatch

/// Runs parallel branches on the main queue, interleaved with the jobs of the main actor.
///
/// With it, nothing runs in parallel in an exploration, so a run depends only on its schedule.
final class MainQueueExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        DispatchQueue.main.async { job.runSynchronously(on: executor) }
    }
}
