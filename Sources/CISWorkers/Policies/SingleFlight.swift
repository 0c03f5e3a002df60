internal import CIS

/// Shares one call among callers that need the same result at the same time.
///
/// ```swift
/// let flights = SingleFlight<String, Data, HTTPError>(
///     cancelled: HTTPError(.cancelled))
/// let poster = try await flights.run(path) {
///     try await client.send(.poster(path))
/// }
/// ```
///
/// The first caller starts the call; all callers get its result. Results are not stored: a caller that comes after the
/// call has ended starts a new call. Use a cache to keep results.
///
/// - A caller that is cancelled returns immediately. The call continues for the other callers.
/// - When all callers were cancelled, the call is cancelled too. The next caller starts a new call. Pass
///   `runsToItsEnd: true` for a call that must not be cancelled once it has begun, such as a payment: it ends without its
///   callers, and the next caller joins it.
/// - The call runs in a task of its own, with the priority of its first caller and without task-local values.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    private struct Caller: Sendable {
        let continuation: CheckedContinuation<Result<Value, Failure>, Never>
        let suspension: Suspension?

        func resume(returning result: Result<Value, Failure>) {
            suspension?.resume()
            continuation.resume(returning: result)
        }
    }

    private struct Flight: Sendable {
        let id: Int
        var task: Task<Void, Never>?
        var callers: [Int: Caller] = [:]
    }

    private struct Flights: Sendable {
        var byKey: [Key: Flight] = [:]
        var lastID = 0
        /// Callers that were cancelled before they joined a call.
        var cancelled: Set<Int> = []

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let flights = LockedValue(Flights())
    private let cancelled: Failure
    private let runsToItsEnd: Bool

    /// Creates an empty set of calls.
    ///
    /// - Parameters:
    ///   - cancelled: The error for a caller that is cancelled while it waits.
    ///   - runsToItsEnd: Whether a call continues when all of its callers were cancelled.
    public init(cancelled: Failure, runsToItsEnd: Bool = false) {
        self.cancelled = cancelled
        self.runsToItsEnd = runsToItsEnd
    }

    /// The number of calls that are running.
    public var count: Int { flights.withLock { $0.byKey.count } }

    /// Waits for the running call with this key, or starts one.
    ///
    /// - Parameters:
    ///   - key: Identifies the call. Callers with equal keys share one call.
    ///   - operation: The call. It runs only if no call with this key is running.
    /// - Returns: The result of the call.
    /// - Throws: The error of the call, or the error for cancelled callers.
    public nonisolated(nonsending) func run(
        _ key: Key,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await join(key, operation).get()
    }

    /// Joins a call on the caller's executor, so callers on one actor join in the order in which they call `run`.
    private func join(
        _ key: Key,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value,
        on isolation: isolated (any Actor)? = #isolation
    ) async -> Result<Value, Failure> {
        let caller = flights.withLock { $0.nextID() }
        let result = await withTaskCancellationHandler {
            // Because of this capture, the closure runs on the caller's actor. Otherwise it would run on another
            // executor.
            _ = isolation
            return await withCheckedContinuation { continuation in
                add(caller, key, continuation, operation)
            }
        } onCancel: {
            remove(caller, key)
        }
        flights.withLock { _ = $0.cancelled.remove(caller) }
        // In tests, callers that were resumed together go on one after the other.
        await TrackedTask.ofThisTask?.waitUntilFirst()
        return result
    }

    private func add(
        _ caller: Int,
        _ key: Key,
        _ continuation: CheckedContinuation<Result<Value, Failure>, Never>,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        let trackedTask = TrackedTask.ofThisTask
        let isAdded = flights.withLock { flights in
            if flights.cancelled.contains(caller) { return false }
            var flight = flights.byKey[key] ?? Flight(id: flights.nextID())
            if flight.task == nil {
                let call = trackedTask?.beginShared()
                let executor = call?.instrumentation.executor
                flight.task = Task.detached(executorPreference: executor, priority: Task.currentPriority) {
                    [id = flight.id] in
                    await TrackedTask.run(as: call) {
                        let result = await Self.result(of: operation)
                        self.finish(id, key, result)
                    }
                }
            }
            let suspension = trackedTask?.beginSuspension("waiting for a shared call")
            flight.callers[caller] = Caller(continuation: continuation, suspension: suspension)
            flights.byKey[key] = flight
            return true
        }
        if !isAdded { continuation.resume(returning: .failure(cancelled)) }
    }

    private static func result(
        of operation: @Sendable () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }

    private func finish(_ id: Int, _ key: Key, _ result: Result<Value, Failure>) {
        let callers = flights.withLock { flights -> [Caller] in
            // The callers may all have been cancelled, and a new call may have been started with the same key.
            guard let flight = flights.byKey[key], flight.id == id else { return [] }
            flights.byKey[key] = nil
            return flight.callers.sorted { $0.key < $1.key }.map(\.value)
        }
        for caller in callers { caller.resume(returning: result) }
    }

    private func remove(_ caller: Int, _ key: Key) {
        let (removed, abandoned) = flights.withLock { flights -> (Caller?, Task<Void, Never>?) in
            guard let removed = flights.byKey[key]?.callers.removeValue(forKey: caller) else {
                flights.cancelled.insert(caller)
                return (nil, nil)
            }
            guard !runsToItsEnd, flights.byKey[key]?.callers.isEmpty == true else { return (removed, nil) }
            return (removed, flights.byKey.removeValue(forKey: key)?.task)
        }
        abandoned?.cancel()
        removed?.resume(returning: .failure(cancelled))
    }
}
