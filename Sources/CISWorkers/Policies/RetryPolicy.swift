internal import CIS

/// Repeats a call that fails, with a delay between attempts.
///
/// ```swift
/// let policy = RetryPolicy(
///     attempts: 4, backoff: Backoff(first: .milliseconds(200)))
/// let page = try await policy.run(on: clock) { try await worker.load() }
/// ```
///
/// For HTTP requests, set ``HTTPConfiguration/retry``. An ``HTTPClient`` repeats a request only if the request may be
/// repeated and the error may be temporary.
public struct RetryPolicy: Sendable {
    /// What to do after a failure.
    public enum Decision: Sendable, Equatable {
        /// Throws the error.
        case giveUp
        /// Waits for the delay that ``RetryPolicy/backoff`` and ``RetryPolicy/jitter`` determine, then tries again.
        case tryAgain
        /// Waits for the given time, then tries again. Throws the error if the time is longer than ``Backoff/maximum``.
        case tryAgainAfter(Duration)
    }

    /// The maximum number of attempts, including the first. Values below 1 count as 1.
    public var attempts: Int
    /// The delays between attempts.
    public var backoff: Backoff
    /// The random part of each delay.
    public var jitter: Jitter

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first.
    ///   - backoff: The delays between attempts.
    ///   - jitter: The random part of each delay.
    public init(attempts: Int = 3, backoff: Backoff = Backoff(), jitter: Jitter = Jitter()) {
        self.attempts = attempts
        self.backoff = backoff
        self.jitter = jitter
    }

    /// Makes a call on the caller's actor until it succeeds or the attempts are used up.
    ///
    /// When the task is cancelled, the delay ends, no further attempt begins, and the last error is thrown.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the delays.
    ///   - decide: Returns what to do after an error. The default is to try again.
    ///   - operation: The call.
    /// - Returns: The result of the first attempt that succeeds.
    /// - Throws: The error of the last attempt.
    public nonisolated(nonsending) func run<Value, Failure: Error>(
        on clock: any Clock<Duration> = ContinuousClock(),
        after decide: (Failure) -> Decision = { _ in .tryAgain },
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var attempt = 1
        while true {
            do throws(Failure) {
                return try await operation()
            } catch {
                guard attempt < attempts, !Task.isCancelled, let delay = delay(after: decide(error), attempt) else {
                    throw error
                }
                guard await clock.hasSlept(for: delay) else { throw error }
                attempt += 1
            }
        }
    }

    private func delay(after decision: Decision, _ attempt: Int) -> Duration? {
        switch decision {
        case .giveUp: nil
        case .tryAgain: jitter.shorten(backoff.delay(after: attempt))
        case .tryAgainAfter(let delay): delay <= backoff.maximum ? max(.zero, delay) : nil
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns whether the full time has passed; `false` if the task was cancelled.
    fileprivate nonisolated(nonsending) func hasSlept(for duration: Duration) async -> Bool {
        do {
            if duration > .zero { try await trackedSleep(for: min(duration, .longestSleep)) }
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}
