import Synchronization

/// Limits how many operations run at the same time. The others wait in the order of their calls.
final class ConcurrencyLimit: Sendable {
    private struct Waiting {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Places {
        var free: Int
        var lastID = 0
        var waiting: [Waiting] = []
        /// Calls that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }

    private let places: Mutex<Places>

    init(_ maximum: Int) {
        places = Mutex(Places(free: maximum))
    }

    /// Runs an operation as soon as the limit allows it.
    ///
    /// - Throws: The error of the operation, or `CancellationError` if the task is cancelled before it has begun.
    func run<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
        guard await enter() else { throw CancellationError() }
        defer { leave() }
        return try await operation()
    }

    private func enter() async -> Bool {
        let id = places.withLock { places in
            places.lastID += 1
            return places.lastID
        }
        let mayRun = await withTaskCancellationHandler {
            await withCheckedContinuation { add(Waiting(id: id, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
        places.withLock { _ = $0.cancelled.remove(id) }
        return mayRun
    }

    private func add(_ waiting: Waiting) {
        let mayRun: Bool? = places.withLock { places in
            if places.cancelled.contains(waiting.id) { return false }
            if places.free > 0 {
                places.free -= 1
                return true
            }
            places.waiting.append(waiting)
            return nil
        }
        if let mayRun { waiting.continuation.resume(returning: mayRun) }
    }

    private func cancel(_ id: Int) {
        let cancelled = places.withLock { places -> Waiting? in
            if let index = places.waiting.firstIndex(where: { $0.id == id }) {
                return places.waiting.remove(at: index)
            }
            places.cancelled.insert(id)
            return nil
        }
        cancelled?.continuation.resume(returning: false)
    }

    /// Called when an operation has ended. Lets the first waiting call run.
    private func leave() {
        let next = places.withLock { places -> Waiting? in
            if !places.waiting.isEmpty { return places.waiting.removeFirst() }
            places.free += 1
            return nil
        }
        next?.continuation.resume(returning: true)
    }
}
