import Dispatch

/// Runs what belongs to no actor on the main queue, one after the other with what belongs to the main actor.
///
/// In an exploration nothing then runs beside anything else, so that a run depends on its schedule alone, also where a use
/// case has branches of its own making.
final class MainQueueExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        DispatchQueue.main.async { job.runSynchronously(on: executor) }
    }
}
