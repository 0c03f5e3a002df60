/// How long to wait between attempts: longer each time, up to a limit.
public struct Backoff: Sendable, Equatable {
    /// The wait after the first failure.
    public var first: Duration
    /// By how much each wait is longer than the one before; less than 1 is 1.
    public var factor: Double
    /// No wait is longer.
    public var maximum: Duration

    /// Exponential, or with a factor of 1 always the same.
    public init(first: Duration = .milliseconds(250), factor: Double = 2, maximum: Duration = .seconds(30)) {
        self.first = first
        self.factor = factor
        self.maximum = maximum
    }

    /// The wait after so many failures in a row.
    ///
    /// - Parameter failures: 1 or more.
    public func delay(after failures: Int) -> Duration {
        var delay = min(first, maximum)
        for _ in 1..<max(1, failures) {
            // A factor of infinity, or none at all, must not trap.
            guard delay < maximum, factor > 1, factor.isFinite, delay > .zero else { break }
            delay = delay > maximum / factor ? maximum : delay * factor
        }
        return max(.zero, delay)
    }
}
