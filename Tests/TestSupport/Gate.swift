import CIS

/// A worker call that waits until the test lets it go on, and tells the test when it has been reached.
///
/// Ignores cancellation, as the worst worker does. No time, no polling: both sides are continuations.
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

    /// Called by the test: lets everybody through, now and later.
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

/// Suspends until every main-actor job that was queued before has run. The main actor's queue is first in first out,
/// so this is an order and not a hope.
///
/// The caller comes back by way of another thread, as what is resumed by a gate does. Where that is not wanted, because it
/// takes ten times as long, there is ``mainQueueTurn()``.
@MainActor
package func mainActorJobsBehind() async {
    // Not the value of the task: that comes back by way of another thread, late when all are busy.
    await withCheckedContinuation { done in
        Task { @MainActor in done.resume() }
    }
}
