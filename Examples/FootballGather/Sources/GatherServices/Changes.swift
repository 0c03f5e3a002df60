import Synchronization

/// The changes that were sent, and whose answers have not arrived.
///
/// D20: a change is completed even if its screen is left, because the server may have it already. The list waits for all of them, so
/// it never shows what was there before.
final class Changes: Sendable {
    private let running = Mutex<[Int: Task<Void, Never>]>([:])

    /// Makes a change, and returns its result. Cancelling the caller does not cancel the change.
    func complete<Value: Sendable>(_ change: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await change() }
        let number = running.withLock { running in
            let number = (running.keys.max() ?? 0) + 1
            running[number] = Task { _ = await task.result }
            return number
        }
        defer { running.withLock { $0[number] = nil } }
        return try await task.value
    }

    /// Returns when the changes of before have ended.
    func end() async {
        for change in running.withLock({ Array($0.values) }) { await change.value }
    }
}
