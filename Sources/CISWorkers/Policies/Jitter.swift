internal import CIS

/// Leaves a part of a waiting time to chance.
public struct Jitter: Sendable {
    private let fraction: Double
    private let random: @Sendable () -> Double

    /// - Parameters:
    ///   - fraction: From 0, always the whole time, to 1, anything between nothing and the whole time.
    ///   - generator: Where chance comes from. A seeded one makes a test repeatable.
    public init(
        _ fraction: Double = 0.5,
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.fraction = min(1, max(0, fraction.isNaN ? 0 : fraction))
        let generator = Generator(generator)
        random = generator.next
    }

    /// The time itself, or less.
    func shorten(_ duration: Duration) -> Duration {
        fraction == 0 ? duration : duration * (1 - fraction * random())
    }

    /// One generator for all copies of a policy.
    private final class Generator<Base: RandomNumberGenerator & Sendable>: Sendable {
        private let base: Guarded<Base>

        init(_ base: Base) { self.base = Guarded(base) }

        @Sendable func next() -> Double { base.withLock { Double.random(in: 0..<1, using: &$0) } }
    }
}
