import Synchronization

/// A value behind a mutex.
///
/// The thread sanitizer does not see into the standard library's mutex once there is contention, and reports races that
/// are none, in every client that is built with it. The atomic says the same in words that it understands.
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let value: Mutex<Value>
    private let edge = Atomic<Bool>(false)

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { value in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return body(&value)
        }
    }
}
