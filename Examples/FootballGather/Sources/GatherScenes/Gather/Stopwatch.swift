/// Measures how long a run of the countdown has lasted, on the clock of the scene.
///
/// A tick reads it instead of counting as one second, so missed ticks, for example while the device sleeps, lose no time. D21: a
/// pause reads it, too, so the fraction of a second is not lost.
@MainActor final class Stopwatch {
    private let now: () -> Duration
    private var run: Int?
    private var start = Duration.zero

    init(on clock: some Clock<Duration>) {
        let beginning = clock.now
        now = { beginning.duration(to: clock.now) }
    }

    /// Begins to measure a run, unless it measures it already.
    func begin(_ run: Int) {
        guard run != self.run else { return }
        self.run = run
        start = now()
    }

    /// The milliseconds since the last run has begun.
    var milliseconds: Int { Int((now() - start) / .milliseconds(1)) }
}
