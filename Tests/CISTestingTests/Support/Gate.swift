import CIS

/// A wait that no tool can see: until the test opens it. Ignores cancellation.
final class Gate: Sendable {
    private struct Book: Sendable {
        var isOpen = false
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let book = LockedValue(Book())

    /// Suspends until ``open()``.
    nonisolated(nonsending) func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = book.withLock { book in
                book.isReached = true
                if !book.isOpen { book.waiters.append(continuation) }
                defer { book.watchers = [] }
                return (book.isOpen, book.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Suspends until somebody has come to ``pass()``.
    nonisolated(nonsending) func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = book.withLock { book in
                if !book.isReached { book.watchers.append(continuation) }
                return book.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets everybody through, now and later.
    func open() {
        let waiters = book.withLock { book in
            book.isOpen = true
            defer { book.waiters = [] }
            return book.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
