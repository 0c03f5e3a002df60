import Synchronization

/// A value behind a lock that the thread sanitizer understands.
///
/// The sanitizer of Linux does not see the system call by which `Mutex` waits, and reports races between two holders of
/// one lock. The flag that each holder reads first and writes last tells it what the lock guarantees anyway.
struct Guarded<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let wasHeld = Atomic<Bool>(false)

    init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock { value in
            _ = wasHeld.load(ordering: .acquiring)
            defer { wasHeld.store(true, ordering: .releasing) }
            return body(&value)
        }
    }
}
