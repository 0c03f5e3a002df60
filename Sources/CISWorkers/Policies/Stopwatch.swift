/// The time that has passed on a clock since this call. Lets code measure on a clock whose type it does not know.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
