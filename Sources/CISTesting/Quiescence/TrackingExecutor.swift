internal import CIS

#if canImport(Dispatch)
import Dispatch
#endif

/// A task executor that tracks the suspensions of a source while it reads a plain stream. Such a stream does not report
/// its suspensions to the tracker itself.
///
/// The stream is read on this executor. The executor receives each job as soon as it is ready to run, for example
/// inside `yield`. It does not see other tasks, such as one that reads one stream and yields into another.
final class TrackingExecutor: TaskExecutor {
    private struct State: Sendable {
        /// The number of jobs that are ready or running.
        var jobs = 0
        /// Whether the element has arrived.
        var isOver = true
        var suspension: Suspension?
    }

    private let tracker: QuiescenceTracker
    private let task: TrackedTask
    private let step: String
    private let state = LockedValue(State())

    /// - Parameter task: The task of the source.
    init(_ tracker: QuiescenceTracker, _ task: TrackedTask, step: String) {
        self.tracker = tracker
        self.task = task
        self.step = step
    }

    /// Reads the next element, and tracks the suspensions until it arrives.
    func next<Elements>(of reader: Reader<Elements>) async throws {
        try await withTaskExecutorPreference(self) {
            state.withLock { $0.isOver = false }
            defer { state.withLock { $0.isOver = true } }
            try await reader.next()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            state.jobs += 1
            state.suspension?.resume()
            state.suspension = nil
        }
        runElsewhere { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLock { state in
                state.jobs -= 1
                guard state.jobs == 0, !state.isOver else { return }
                state.suspension = tracker.beginSuspensionIfRunnable(of: task, in: step)
            }
        }
    }

    private func runElsewhere(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Dispatch)
        // During an exploration, nothing runs in parallel.
        (tracker.executor == nil ? DispatchQueue.global() : .main).async(execute: body)
        #else
        body()
        #endif
    }

    /// Reads a sequence.
    // Unchecked: only one task uses it, one call at a time, and the sequences may be read on any thread.
    final class Reader<Elements: AsyncSequence>: @unchecked Sendable {
        private var iterator: Elements.AsyncIterator
        private(set) var element: Elements.Element?

        init(_ elements: Elements) {
            iterator = elements.makeAsyncIterator()
        }

        @concurrent
        fileprivate func next() async throws {
            element = try await iterator.next(isolation: nil)
        }
    }
}
