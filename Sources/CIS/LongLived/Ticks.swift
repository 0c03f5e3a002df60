/// The ticks of a timer, as a sequence of numbers from 1. Each element arrives when its tick is due. If the clock
/// throws although the task was not cancelled, the sequence throws the same error.
package struct Ticks: AsyncSequence, Sendable {
    package typealias Element = Int

    let interval: Duration
    let clock: RuntimeClock

    package init(interval: Duration, clock: RuntimeClock) {
        self.interval = interval
        self.clock = clock
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(interval: interval, clock: clock, last: clock.now())
    }

    package struct Iterator: AsyncIteratorProtocol {
        let interval: Duration
        let clock: RuntimeClock
        /// When the last tick was due, on the grid of the intervals.
        var last: Duration
        var count = 0

        package mutating func next() async throws -> Int? {
            try await next(isolation: nil)
        }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
            let now = clock.now()
            // The clock was set back. A new grid begins, because otherwise no tick would arrive until the clock reaches
            // the old time again.
            if now < last - interval { last = now }
            let due = last + interval
            do { try await clock.sleep(Swift.max(due, now)) } catch {
                if Task.isCancelled { return nil }
                throw error
            }
            last = due + wholeIntervals(in: clock.now() - due)
            count += 1
            return count
        }

        private func wholeIntervals(in time: Duration) -> Duration {
            guard time >= interval else { return .zero }
            return time - Duration(attoseconds: time.attoseconds % interval.attoseconds)
        }
    }
}
