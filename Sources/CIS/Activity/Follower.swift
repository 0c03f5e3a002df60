#if canImport(Dispatch)
import Dispatch
#endif

/// Follows the waits of a source for the elements of a plain stream, which tells no tool of them: knows when nothing of it
/// can run, and when something can again.
///
/// The sequence is read on this executor, and so the executor is told of each part of that in the step in which it becomes
/// ready to run: as inside `yield`, whoever calls that. What another task does in between, such as one that reads one stream
/// and feeds another, is not seen.
final class Follower: TaskExecutor {
    private struct Book: Sendable {
        /// The parts that are ready or run.
        var jobs = 0
        /// Whether the element is there, so that the source goes on by itself.
        var isOver = true
        var parking: Parking?
    }

    private let activity: Activity
    private let step: String
    private let book = Guarded(Book())

    init(_ activity: Activity, step: String) {
        self.activity = activity
        self.step = step
    }

    /// Asks for the next element, and follows what that waits for.
    func next<Elements>(of reader: Reader<Elements>) async throws {
        try await withTaskExecutorPreference(self) {
            book.withLock { $0.isOver = false }
            defer { book.withLock { $0.isOver = true } }
            try await reader.next()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        book.withLock { book in
            book.jobs += 1
            book.parking?.resume()
            book.parking = nil
        }
        runElsewhere { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            book.withLock { book in
                book.jobs -= 1
                if book.jobs == 0, !book.isOver { book.parking = activity.parkIfRunnable(step) }
            }
        }
    }

    private func runElsewhere(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Dispatch)
        // In an exploration nothing runs beside anything else.
        (activity.ledger.executor == nil ? DispatchQueue.global() : .main).async(execute: body)
        #else
        body()
        #endif
    }

    /// Reads a sequence.
    // Unchecked: one task uses it, one call after the other, and the sequences do not care on which thread.
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
