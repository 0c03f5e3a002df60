internal import CIS

/// Makes a call, and cancels it if it takes too long.
///
/// ```swift
/// let page = try await withTimeout(.seconds(5), clock: clock, timedOut: HTTPError(.timedOut)) {
///     try await worker.search(text)
/// }
/// ```
///
/// The function returns only after the call has ended. If the call ignores cancellation, the function returns late, and
/// discards the result of the call.
///
/// ``HTTPClient`` has a timeout of its own. To limit a whole action of a scene, use an action policy with a timeout.
///
/// - Parameters:
///   - duration: The time limit. With zero or less, the call is cancelled unless it ends immediately.
///   - clock: The clock that measures the time.
///   - timedOut: The error to throw when the time is over.
///   - operation: The call.
/// - Returns: The result of the call.
/// - Throws: The error of the call, or `timedOut`.
@concurrent
public func withTimeout<Value: Sendable, Failure: Error>(
    _ duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    timedOut: @autoclosure @Sendable () -> Failure,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    try await withWatchdog(timedOut: timedOut(), operation) {
        try await clock.sleep(for: min(duration, .longestSleep))
    }
}

/// Runs a call and a watchdog at the same time, and cancels the call when the watchdog returns.
///
/// - Parameter watchdog: Waits for the time limit. It throws only when it is cancelled.
@concurrent
func withWatchdog<Value: Sendable, Failure: Error>(
    timedOut: @autoclosure @Sendable () -> Failure,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value,
    watchdog: @escaping @Sendable () async throws -> Void
) async throws(Failure) -> Value {
    let first = await withTaskGroup(of: WatchdogEvent<Value, Failure>.self) { group in
        group.addTask {
            do throws(Failure) { return .ended(.success(try await operation())) } catch {
                return .ended(.failure(error))
            }
        }
        group.addTask {
            do { try await watchdog() } catch { return .watchdogCancelled }
            return .timedOut
        }
        defer { group.cancelAll() }
        for await event in group {
            // The caller was cancelled. This also cancels the call, and the result of the call is returned.
            if case .watchdogCancelled = event { continue }
            return event
        }
        return .timedOut
    }
    switch first {
    case .ended(let result): return try result.get()
    case .timedOut, .watchdogCancelled: throw timedOut()
    }
}

private enum WatchdogEvent<Value: Sendable, Failure: Error>: Sendable {
    case ended(Result<Value, Failure>)
    case timedOut
    case watchdogCancelled
}
