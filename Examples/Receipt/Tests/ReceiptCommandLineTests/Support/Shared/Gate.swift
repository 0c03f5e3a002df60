import CIS

/// A worker call that waits until the test opens the gate. The test can wait until the call has arrived.
///
/// It ignores cancellation, as a worker may do. It needs neither time nor polling, because both sides wait in
/// continuations.
package final class Gate: Sendable {
    private struct Waiting: Sendable {
        var isOpen = false
        var isReached = false
        var callers: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let waiting = LockedValue(Waiting())

    package init() {}

    /// Called by the code under test: suspends until ``open()``.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let (watchers, isOpen) = waiting.withLock { waiting in
                waiting.isReached = true
                let watchers = waiting.watchers
                waiting.watchers = []
                if !waiting.isOpen { waiting.callers.append(continuation) }
                return (watchers, waiting.isOpen)
            }
            for watcher in watchers { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Called by the test: suspends until a caller has arrived at ``pass()``.
    package func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = waiting.withLock { waiting in
                if !waiting.isReached { waiting.watchers.append(continuation) }
                return waiting.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Called by the test: resumes all callers, now and later.
    package func open() {
        let callers = waiting.withLock { waiting in
            waiting.isOpen = true
            let callers = waiting.callers
            waiting.callers = []
            return callers
        }
        for caller in callers { caller.resume() }
    }
}

/// Suspends until every main-actor job that was queued before has run. The main actor's queue is first in, first out,
/// so this order is guaranteed.
///
/// The caller returns by way of another thread, like callers that a gate resumes. This takes ten times as long as
/// ``mainQueueTurn()``, which stays on the main queue.
@MainActor
package func mainActorJobsBehind() async {
    // The value of the task is not awaited, because it would arrive by way of another thread, and late if all threads
    // are busy.
    await withCheckedContinuation { done in
        Task { @MainActor in done.resume() }
    }
}
