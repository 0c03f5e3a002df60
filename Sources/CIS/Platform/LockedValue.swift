import Synchronization

/// A value that one thread at a time may touch. For tools; the core's own locks sit inside what they guard.
package final class LockedValue<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    /// Orders one critical section before the next in terms that the thread sanitizer sees: it does not know the mutex
    /// of the standard library, and would report races in every client that is built with it.
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
