import Dispatch

/// Runs parallel branches on the main queue, one after the other with what belongs to the main actor.
///
/// In an exploration nothing then runs beside anything else, so that a run depends on its schedule alone.
final class MainQueueExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        DispatchQueue.main.async { job.runSynchronously(on: executor) }
    }
}
