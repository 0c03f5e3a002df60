/// Returns a function that measures the time since this call. Its type does not contain the type of the clock.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
