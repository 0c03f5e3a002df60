/// The clock of a runtime. It measures the time since the runtime was created.
package struct RuntimeClock: Sendable {
    package let now: @Sendable () -> Duration
    /// Sleeps until the given time. Throws when the task is cancelled.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        let isOfTheSystem = clock.isOfTheSystem
        sleep = { time in
            let deadline = start.advanced(by: min(time, start.duration(to: clock.now) + .longestSleep))
            guard isOfTheSystem else { return try await clock.sleep(until: deadline, tolerance: nil) }
            try await TrackedTask.onSystemClock { try await clock.sleep(until: deadline, tolerance: nil) }
        }
    }
}

extension Duration {
    /// A hundred years: the longest time that the library passes to a clock's `sleep`. The system's clocks trap for the
    /// greatest durations.
    package static let longestSleep = Duration.seconds(100 * 366 * 86_400 as Int64)
}

extension Clock where Duration == Swift.Duration {
    fileprivate var isOfTheSystem: Bool { self is ContinuousClock || self is SuspendingClock }

    /// Sleeps, and reports a sleep on a system clock to the test tools.
    package nonisolated(nonsending) func trackedSleep(for duration: Duration) async throws {
        guard isOfTheSystem else { return try await sleep(for: duration) }
        try await TrackedTask.onSystemClock { try await sleep(for: duration) }
    }
}
