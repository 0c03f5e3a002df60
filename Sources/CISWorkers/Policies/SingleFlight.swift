internal import CIS

/// Equal calls at the same time share one: the first begins it, all get its result.
///
/// ```swift
/// let flights = SingleFlight<String, Data, HTTPError>(cancelled: HTTPError(.cancelled))
/// let poster = try await flights.run(path) { try await client.send(.poster(path)) }
/// ```
///
/// Nothing is kept: a call that comes after the result begins a new one. Use a cache for that.
///
/// - A caller that is cancelled leaves at once; the others' call goes on.
/// - When the last caller has left, the call is cancelled, and the next caller begins a new one.
/// - The shared call belongs to none of its callers: it is a task of its own, with the priority of the first of them, and
///   without its task-local values.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    private struct Flight: Sendable {
        let id: Int
        var task: Task<Void, Never>?
        var callers: [Int: CheckedContinuation<Result<Value, Failure>, Never>] = [:]
    }

    private struct Flights: Sendable {
        var byKey: [Key: Flight] = [:]
        var lastID = 0
        /// Callers that were cancelled before they got on board.
        var cancelled: Set<Int> = []

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let flights = Guarded(Flights())
    private let cancelled: Failure

    /// - Parameter cancelled: What a caller gets that was cancelled while it waited.
    public init(cancelled: Failure) {
        self.cancelled = cancelled
    }

    /// How many different calls are under way.
    public var count: Int { flights.withLock { $0.byKey.count } }

    /// Joins the call with this key, or begins it.
    ///
    /// - Parameters:
    ///   - key: Calls with equal keys are taken for the same.
    ///   - operation: Runs if there is no such call under way.
    public nonisolated(nonsending) func run(
        _ key: Key,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await join(key, operation).get()
    }

    /// Without a hop on the way: the call begins where it is written.
    private func join(
        _ key: Key,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value,
        on isolation: isolated (any Actor)? = #isolation
    ) async -> Result<Value, Failure> {
        let caller = flights.withLock { $0.nextID() }
        let result = await withTaskCancellationHandler {
            // Named, so that it is captured: otherwise the closure would run elsewhere.
            _ = isolation
            return await withCheckedContinuation { continuation in
                board(caller, key, continuation, operation)
            }
        } onCancel: {
            leave(caller, key)
        }
        flights.withLock { _ = $0.cancelled.remove(caller) }
        return result
    }

    private func board(
        _ caller: Int,
        _ key: Key,
        _ continuation: CheckedContinuation<Result<Value, Failure>, Never>,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        let isBoarded = flights.withLock { flights in
            if flights.cancelled.contains(caller) { return false }
            var flight = flights.byKey[key] ?? Flight(id: flights.nextID())
            flight.callers[caller] = continuation
            if flight.task == nil {
                flight.task = Task.detached(priority: Task.currentPriority) { [id = flight.id] in
                    let result = await Self.result(of: operation)
                    self.land(id, key, result)
                }
            }
            flights.byKey[key] = flight
            return true
        }
        if !isBoarded { continuation.resume(returning: .failure(cancelled)) }
    }

    private static func result(
        of operation: @Sendable () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }

    private func land(_ id: Int, _ key: Key, _ result: Result<Value, Failure>) {
        let callers = flights.withLock { flights -> [CheckedContinuation<Result<Value, Failure>, Never>] in
            // All callers may have left, and others begun a call of their own.
            guard let flight = flights.byKey[key], flight.id == id else { return [] }
            flights.byKey[key] = nil
            return Array(flight.callers.values)
        }
        for caller in callers { caller.resume(returning: result) }
    }

    private func leave(_ caller: Int, _ key: Key) {
        typealias Departure = (CheckedContinuation<Result<Value, Failure>, Never>?, Task<Void, Never>?)
        let (continuation, abandoned) = flights.withLock { flights -> Departure in
            guard let continuation = flights.byKey[key]?.callers.removeValue(forKey: caller) else {
                flights.cancelled.insert(caller)
                return (nil, nil)
            }
            guard flights.byKey[key]?.callers.isEmpty == true else { return (continuation, nil) }
            return (continuation, flights.byKey.removeValue(forKey: key)?.task)
        }
        abandoned?.cancel()
        continuation?.resume(returning: .failure(cancelled))
    }
}
