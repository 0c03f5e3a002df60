internal import CIS

/// At most so many calls at a time; the others wait in line, first come, first served.
///
/// ```swift
/// let uploads = ConcurrencyLimit(3)
/// try await uploads.run(cancelled: HTTPError(.cancelled)) { try await client.send(.upload(image)) }
/// ```
///
/// A caller that is cancelled while it waits leaves the line, and its call never begins. A call must not wait for another
/// one behind the same limit: with no place left, neither would go on.
public final class ConcurrencyLimit: Sendable {
    private struct Line: Sendable {
        var free: Int
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var lastID = 0
        /// Callers that were cancelled before they stood in line.
        var cancelled: Set<Int> = []
    }

    private let line: Guarded<Line>
    /// How many calls may run at a time.
    public let maximum: Int

    /// - Parameter maximum: How many calls may run at a time; less than 1 is 1.
    public init(_ maximum: Int) {
        self.maximum = max(1, maximum)
        line = Guarded(Line(free: max(1, maximum)))
    }

    /// How many callers wait.
    public var waitingCount: Int { line.withLock { $0.waiting.count } }

    /// Runs a call when there is a place for it, on the caller's actor.
    ///
    /// - Parameters:
    ///   - cancelled: What is thrown if the task was cancelled before there was a place.
    ///   - operation: The call.
    public nonisolated(nonsending) func run<Value, Failure: Error>(
        cancelled: @autoclosure () -> Failure,
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard await enter() else { throw cancelled() }
        defer { leave() }
        return try await operation()
    }

    /// Without a hop on the way: callers of one actor stand in line in the order of their calls.
    private func enter(on isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let id = line.withLock { line in
            line.lastID += 1
            return line.lastID
        }
        let isIn = await withTaskCancellationHandler {
            // Named, so that it is captured: otherwise the closure would run elsewhere.
            _ = isolation
            return await withCheckedContinuation { continuation in
                let decision = line.withLock { line -> Bool? in
                    if line.cancelled.contains(id) { return false }
                    if line.free > 0 {
                        line.free -= 1
                        return true
                    }
                    line.waiting.append((id, continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            giveUp(id)
        }
        line.withLock { _ = $0.cancelled.remove(id) }
        return isIn
    }

    private func leave() {
        let next = line.withLock { line -> CheckedContinuation<Bool, Never>? in
            // The place goes to the next in line without becoming free, so that nobody slips in between.
            if !line.waiting.isEmpty { return line.waiting.removeFirst().continuation }
            line.free += 1
            return nil
        }
        next?.resume(returning: true)
    }

    private func giveUp(_ id: Int) {
        let continuation = line.withLock { line -> CheckedContinuation<Bool, Never>? in
            guard let index = line.waiting.firstIndex(where: { $0.id == id }) else {
                line.cancelled.insert(id)
                return nil
            }
            return line.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }
}
