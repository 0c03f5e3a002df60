/// The delay between attempts. It grows after each failure, up to a maximum.
public struct Backoff: Sendable, Equatable {
    /// The delay after the first failure.
    public var first: Duration
    /// The factor by which the delay grows with each failure. Values below 1 count as 1.
    public var factor: Double
    /// The longest delay.
    public var maximum: Duration

    /// Creates an exponential backoff. With a factor of 1, all delays are equal.
    public init(first: Duration = .milliseconds(250), factor: Double = 2, maximum: Duration = .seconds(30)) {
        self.first = first
        self.factor = factor
        self.maximum = maximum
    }

    /// Returns the delay after a number of failures in a row.
    ///
    /// - Parameter failures: The number of failures, at least 1.
    public func delay(after failures: Int) -> Duration {
        var delay = min(first, maximum)
        for _ in 1..<max(1, failures) {
            // A factor that is infinite or not a number must not trap.
            guard delay < maximum, factor > 1, factor.isFinite, delay > .zero else { break }
            delay = delay > maximum / factor ? maximum : delay * factor
        }
        return max(.zero, delay)
    }
}
