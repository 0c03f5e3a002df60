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
