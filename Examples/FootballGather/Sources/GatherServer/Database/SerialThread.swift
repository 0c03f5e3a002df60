import Dispatch

/// Runs the jobs of an actor one after the other on a thread of Dispatch, so that they may block. A job that blocks must not run
/// on Swift's own threads, because there are only as many as the machine has cores.
final class SerialThread: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
