internal import CIS

/// How often, and how long after one another, a call is tried.
///
/// ```swift
/// let policy = RetryPolicy(attempts: 4, backoff: Backoff(first: .milliseconds(200)))
/// let page = try await policy.run(on: clock) { try await worker.load() }
/// ```
///
/// Give it to ``HTTPConfiguration/retry``, and requests are tried again that may be and are worth it; see ``HTTPClient``.
public struct RetryPolicy: Sendable {
    /// What to do after a failure.
    public enum Decision: Sendable, Equatable {
        /// Throw it.
        case giveUp
        /// Wait as long as the policy says, and try again.
        case tryAgain
        /// Wait this long, because the other side said so, and try again. Longer than ``Backoff/maximum``: give up.
        case tryAgainAfter(Duration)
    }

    /// How often the call is made at most, the first time included; less than 1 is 1.
    public var attempts: Int
    /// How long to wait.
    public var backoff: Backoff
    /// What part of the waiting time is left to chance, so that many clients do not come back at the same moment.
    public var jitter: Jitter

    /// - Parameters:
    ///   - attempts: How often the call is made at most, the first time included.
    ///   - backoff: How long to wait.
    ///   - jitter: What part of that is left to chance.
    public init(attempts: Int = 3, backoff: Backoff = Backoff(), jitter: Jitter = Jitter()) {
        self.attempts = attempts
        self.backoff = backoff
        self.jitter = jitter
    }

    /// Runs a call until it succeeds, on the caller's actor.
    ///
    /// When the task is cancelled, no other attempt begins, waiting ends, and the latest error is thrown.
    ///
    /// - Parameters:
    ///   - clock: Where to wait.
    ///   - decide: What to do after a failure. The default tries again.
    ///   - operation: The call.
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
    /// Whether the time was slept through. If not, the task was cancelled.
    fileprivate nonisolated(nonsending) func hasSlept(for duration: Duration) async -> Bool {
        do {
            if duration > .zero { try await sleep(for: min(duration, .century)) }
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}
