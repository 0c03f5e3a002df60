/// A clock that stands still, and shows that a waiting time has begun. Waiting ends with a cancellation.
struct StandingClock: Clock {
    /// Opens when a waiting time begins.
    let began = Gate()
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        began.open()
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        end.finish()
        try Task.checkCancellation()
    }
}
