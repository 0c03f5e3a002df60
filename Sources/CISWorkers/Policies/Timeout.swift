internal import CIS

/// Makes a call, and cancels it if it takes too long.
///
/// ```swift
/// let page = try await withTimeout(
///     .seconds(5), clock: clock, timedOut: HTTPError(.timedOut)
/// ) {
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
        try await clock.trackedSleep(for: min(duration, .longestSleep))
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
    guard let result = await callWithLimit(operation, limit: watchdog) else { throw timedOut() }
    return try result.get()
}

/// Runs a call, and cancels it if `limit` returns first; then the result is `nil`. Returns when both have ended.
/// `limit` must throw only when it is cancelled.
@concurrent
private func callWithLimit<Value: Sendable, Failure: Error>(
    _ call: @escaping @Sendable () async throws(Failure) -> Value,
    limit: @escaping @Sendable () async throws -> Void
) async -> Result<Value, Failure>? {
    do throws(FirstToEnd<Value, Failure>) {
        _ = try await inBranches([false, true], isLimit: { $0 }) { isLimit async throws(FirstToEnd<Value, Failure>) in
            // What ends first throws, which cancels the other one.
            guard isLimit else { throw FirstToEnd(result: await resultOfCall(call)) }
            // If the limit is cancelled, the call is, too.
            do { try await limit() } catch { return }
            throw FirstToEnd(result: nil)
        }
        return nil
    } catch {
        return error.result
    }
}

private struct FirstToEnd<Value: Sendable, Failure: Error>: Error {
    let result: Result<Value, Failure>?
}
