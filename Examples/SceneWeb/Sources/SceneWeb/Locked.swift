import Foundation

/// A value that is protected by a lock.
// Unchecked: the value is only touched while the lock is held.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

extension Duration {
    /// A hundred years. The system's clocks trap for the greatest durations.
    static let longestSleep = Duration.seconds(100 * 366 * 86_400)
}
