import Synchronization

/// A value that is protected by a lock, with the interface of the library's own, which other packages do not see. The files
/// in `Loopback` are those of the library's tests, and use it.
final class LockedValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try value.withLock { try body(&$0) }
    }
}
