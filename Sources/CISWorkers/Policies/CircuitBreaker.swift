internal import CIS

/// Stops calling what keeps failing, and tries again after a while.
///
/// ```
///           failures in a row = limit                    rest is over
///   closed ───────────────────────────▶ open ─────────────────────────▶ half open: one call tries
///     ▲                                  ▲                                   │          │
///     │                                  └──────────── it fails ◀────────────┘          │
///     └───────────────────────────────────────────── it succeeds ◀──────────────────────┘
/// ```
///
/// A call that does not count, such as a cancelled one, changes nothing; if it was the one that tried, the next may try.
/// Calls that began before the breaker opened do not change it when they end.
public final class CircuitBreaker: Sendable {
    private struct Fuse: Sendable {
        var failures = 0
        /// When it opened last, since the breaker was made. `nil`: it is closed.
        var opened: Duration?
        var isTrying = false
        /// Counts openings and closings, so that a late result is known as one.
        var era = 0
    }

    /// Whether calls go through.
    public enum State: Sendable, Equatable {
        /// They do.
        case closed
        /// They fail at once.
        case open
        /// The rest is over, and the next one may try, or is trying.
        case halfOpen
    }

    private let fuse = Guarded(Fuse())
    private let limit: Int
    private let rest: Duration
    private let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - limit: After how many failures in a row it opens; less than 1 is 1.
    ///   - rest: How long it stays open.
    ///   - clock: Measures the rest.
    public init(failures limit: Int, rest: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.limit = max(1, limit)
        self.rest = rest
        now = stopwatch(clock)
    }

    /// Whether calls go through now.
    public var state: State {
        let now = now()
        return fuse.withLock { fuse in
            guard let opened = fuse.opened else { return .closed }
            return now - opened >= rest ? .halfOpen : .open
        }
    }

    /// Runs a call, or fails at once, on the caller's actor.
    ///
    /// - Parameters:
    ///   - unavailable: What is thrown without a call while the breaker is open, or while another call tries.
    ///   - counts: Whether an error says that the other side is in trouble. One that says that the call was wrong does not.
    ///   - operation: The call.
    public nonisolated(nonsending) func run<Value, Failure: Error>(
        unavailable: @autoclosure () -> Failure,
        counting counts: (Failure) -> Bool = { _ in true },
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let era = admit() else { throw unavailable() }
        do throws(Failure) {
            let value = try await operation()
            finish(era, .success)
            return value
        } catch {
            finish(era, counts(error) && !Task.isCancelled ? .failure : .neither)
            throw error
        }
    }

    private enum Outcome { case success, failure, neither }

    /// The era in which the call begins. `nil`: it must not.
    private func admit() -> Int? {
        let now = now()
        return fuse.withLock { fuse in
            guard let opened = fuse.opened else { return fuse.era }
            guard now - opened >= rest, !fuse.isTrying else { return nil }
            fuse.isTrying = true
            return fuse.era
        }
    }

    private func finish(_ era: Int, _ outcome: Outcome) {
        let now = now()
        fuse.withLock { fuse in
            guard fuse.era == era else { return }
            fuse.isTrying = false
            switch outcome {
            case .neither: return
            case .success:
                if fuse.opened != nil { fuse.era += 1 }
                fuse.opened = nil
                fuse.failures = 0
            case .failure:
                fuse.failures += 1
                guard fuse.opened != nil || fuse.failures >= limit else { return }
                fuse.opened = now
                fuse.failures = 0
                fuse.era += 1
            }
        }
    }
}
