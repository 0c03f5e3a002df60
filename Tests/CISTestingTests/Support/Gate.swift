import CIS

/// A wait that the tools cannot see. It ends when the test opens the gate, and ignores cancellation.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = LockedValue(State())

    /// Suspends until ``open()``.
    nonisolated(nonsending) func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.isReached = true
                if !state.isOpen { state.waiters.append(continuation) }
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Suspends until a caller has arrived at ``pass()``.
    nonisolated(nonsending) func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.watchers.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Resumes all callers, now and later.
    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
