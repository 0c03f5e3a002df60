internal import CIS

/// The numbers of the ticks of a clock, each at its time: 1 after one interval, 2 after two.
///
/// For work outside of scenes; a scene declares `SceneSource.timer`, which opens and closes with its state.
///
/// ```swift
/// for await _ in Ticker(every: .seconds(30)) { … }
/// ```
///
/// Ticks keep to a grid. One that comes late, because the device slept or the consumer was busy, stands for all that
/// should have come by then. None comes early, also when the clock is set back. The sequence ends when its task is
/// cancelled.
public struct Ticker: AsyncSequence, Sendable {
    /// The number of a tick, counted from 1.
    public typealias Element = Int
    /// Ticks do not fail.
    public typealias Failure = Never

    private let ticks: Ticks

    /// Makes a ticker. The grid begins when the iteration does.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks. Less than a millisecond counts as one, more than a century as
    ///     a century.
    ///   - clock: What the time goes by.
    public init(every interval: Duration, clock: some Clock<Duration> = ContinuousClock()) {
        ticks = Ticks(interval: Swift.min(Swift.max(interval, .milliseconds(1)), .century), clock: RuntimeClock(clock))
    }

    /// Begins the iteration, and the grid.
    ///
    /// - Returns: What waits for the ticks.
    public func makeAsyncIterator() -> Iterator { Iterator(ticks: ticks.makeAsyncIterator()) }

    /// Waits for ticks.
    public struct Iterator: AsyncIteratorProtocol {
        var ticks: Ticks.Iterator

        /// Waits for the next tick.
        ///
        /// - Returns: Its number; `nil` if the task was cancelled.
        public mutating func next() async -> Int? { await ticks.next(isolation: nil) }

        /// Waits for the next tick.
        ///
        /// - Parameter actor: What the caller is isolated to.
        /// - Returns: Its number; `nil` if the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            await ticks.next(isolation: actor)
        }
    }
}
