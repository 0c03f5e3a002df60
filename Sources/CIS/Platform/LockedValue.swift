import Synchronization

/// A value behind a lock.
package final class LockedValue<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    /// Makes the order of the critical sections visible to the thread sanitizer, which does not know the standard
    /// library's mutex and would report races in every client that is built with it.
    private let order = Atomic<Bool>(false)

    package init(_ value: Value) {
        mutex = Mutex(value)
    }

    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try mutex.withLock { value in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
