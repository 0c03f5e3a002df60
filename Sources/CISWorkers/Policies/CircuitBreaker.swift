internal import CIS

/// Stops making calls that keep failing, and tries again after a while.
///
/// ```
///           failures in a row = limit                    cooldown is over
///   closed ───────────────────────────▶ open ─────────────────────────▶ half open: one trial call
///     ▲                                  ▲                                   │          │
///     │                                  └──────────── it fails ◀────────────┘          │
///     └───────────────────────────────────────────── it succeeds ◀──────────────────────┘
/// ```
///
/// Use it for calls to a server that may be down, so that the program does not wait for each of them. To repeat a
/// single call, use ``RetryPolicy``.
///
/// Cancelled calls, and errors that do not count as failures, leave the state unchanged. If the trial call ends in this
/// way, the next call becomes the trial. A call that began before the breaker opened does not change the state of the
/// breaker when it ends.
public final class CircuitBreaker: Sendable {
    private struct Circuit: Sendable {
        var failures = 0
        /// The time at which the breaker last opened, measured since its creation. `nil` while it is closed.
        var opened: Duration?
        var isTrying = false
        /// The number of times the breaker has opened or closed. The end of a call from an earlier period is ignored.
        var period = 0
    }

    /// Whether calls are made.
    public enum State: Sendable, Equatable {
        /// Calls are made.
        case closed
        /// Calls fail immediately.
        case open
        /// The cooldown is over. One call is made as a trial; the others fail immediately.
        case halfOpen
    }

    private let circuit = LockedValue(Circuit())
    private let limit: Int
    private let cooldown: Duration
    private let now: @Sendable () -> Duration

    /// Creates a closed circuit breaker.
    ///
    /// - Parameters:
    ///   - limit: The number of failures in a row that opens the breaker. Values below 1 count as 1.
    ///   - cooldown: How long the breaker stays open.
    ///   - clock: The clock that measures the cooldown.
    public init(failures limit: Int, cooldown: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.limit = max(1, limit)
        self.cooldown = cooldown
        now = stopwatch(clock)
    }

    /// The current state.
    public var state: State {
        let now = now()
        return circuit.withLock { circuit in
            guard let opened = circuit.opened else { return .closed }
            return now - opened >= cooldown ? .halfOpen : .open
        }
    }

    /// Makes a call on the caller's actor, or throws immediately.
    ///
    /// - Parameters:
    ///   - unavailable: The error to throw, without making the call, while the breaker is open or another call is the
    ///     trial.
    ///   - counts: Returns whether an error counts as a failure. An error that the caller has caused, such as an
    ///     invalid request, should not count.
    ///   - operation: The call.
    /// - Returns: The result of the call.
    /// - Throws: The error of the call, or `unavailable`.
    public nonisolated(nonsending) func run<Value, Failure: Error>(
        unavailable: @autoclosure () -> Failure,
        counting counts: (Failure) -> Bool = { _ in true },
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let period = admit() else { throw unavailable() }
        do throws(Failure) {
            let value = try await operation()
            finish(period, .success)
            return value
        } catch {
            finish(period, counts(error) && !Task.isCancelled ? .failure : .neither)
            throw error
        }
    }

    private enum Outcome { case success, failure, neither }

    /// Returns the period in which the call begins, or `nil` if the call must not be made.
    private func admit() -> Int? {
        let now = now()
        return circuit.withLock { circuit in
            guard let opened = circuit.opened else { return circuit.period }
            guard now - opened >= cooldown, !circuit.isTrying else { return nil }
            circuit.isTrying = true
            return circuit.period
        }
    }

    private func finish(_ period: Int, _ outcome: Outcome) {
        let now = now()
        circuit.withLock { circuit in
            guard circuit.period == period else { return }
            circuit.isTrying = false
            switch outcome {
            case .neither: return
            case .success:
                if circuit.opened != nil { circuit.period += 1 }
                circuit.opened = nil
                circuit.failures = 0
            case .failure:
                circuit.failures += 1
                guard circuit.opened != nil || circuit.failures >= limit else { return }
                circuit.opened = now
                circuit.failures = 0
                circuit.period += 1
            }
        }
    }
}
