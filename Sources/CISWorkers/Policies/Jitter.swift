internal import CIS

/// Shortens delays by a random amount, so that many clients do not retry at the same moment.
public struct Jitter: Sendable {
    private let fraction: Double
    private let random: @Sendable () -> Double

    /// Creates a jitter.
    ///
    /// - Parameters:
    ///   - fraction: The largest part of a delay that may be removed. 0 keeps every delay as it is; 1 allows any delay
    ///     from zero to the full one.
    ///   - generator: The source of randomness. Use a seeded generator in tests to get the same delays in every run.
    public init(
        _ fraction: Double = 0.5,
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.fraction = min(1, max(0, fraction.isNaN ? 0 : fraction))
        let generator = Generator(generator)
        random = generator.next
    }

    /// Returns the delay, shortened at random.
    func shorten(_ duration: Duration) -> Duration {
        fraction == 0 ? duration : duration * (1 - fraction * random())
    }

    /// A generator that all copies of a jitter share.
    private final class Generator<Base: RandomNumberGenerator & Sendable>: Sendable {
        private let base: LockedValue<Base>

        init(_ base: Base) { self.base = LockedValue(base) }

        @Sendable func next() -> Double { base.withLock { Double.random(in: 0..<1, using: &$0) } }
    }
}
