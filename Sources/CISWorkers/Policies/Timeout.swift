internal import CIS

/// Runs a call, and cancels it when it takes too long.
///
/// ```swift
/// let page = try await withTimeout(.seconds(5), clock: clock, timedOut: HTTPError(.timedOut)) {
///     try await worker.search(text)
/// }
/// ```
///
/// Nothing is left running behind the caller's back: the function returns when the call has. A call that does not stop when
/// it is cancelled is waited for, and its result is dropped.
///
/// ``HTTPClient`` has a timeout of its own. To limit a whole action of a scene, give it a policy with a timeout.
///
/// - Parameters:
///   - duration: How long the call may take. With zero or less it is given up unless it is done at once.
///   - clock: Measures it.
///   - timedOut: What is thrown when it took too long.
///   - operation: The call.
@concurrent
public func withTimeout<Value: Sendable, Failure: Error>(
    _ duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    timedOut: @autoclosure @Sendable () -> Failure,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    try await withWatchdog(timedOut: timedOut(), operation) {
        try await clock.sleep(for: min(duration, .century))
    }
}

/// Runs a call beside a watchdog, and cancels the call when the watchdog returns. One that throws was itself cancelled.
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
            do { try await watchdog() } catch { return .stoodDown }
            return .timedOut
        }
        defer { group.cancelAll() }
        for await event in group {
            // Cancelled from outside: the call ends by itself, and says how.
            if case .stoodDown = event { continue }
            return event
        }
        return .timedOut
    }
    switch first {
    case .ended(let result): return try result.get()
    case .timedOut, .stoodDown: throw timedOut()
    }
}

private enum WatchdogEvent<Value: Sendable, Failure: Error>: Sendable {
    case ended(Result<Value, Failure>)
    case timedOut
    case stoodDown
}
