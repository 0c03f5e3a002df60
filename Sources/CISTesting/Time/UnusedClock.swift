internal import CIS

/// A clock that must not be used. A sleep fails the test, and so does reading the time.
///
/// If a test passes with it, the tested code does not depend on time. Pass it to workers and use cases. A runtime cannot use
/// it, because a runtime reads the time when it is created.
///
/// In a scenario, only the first use of each clock is reported.
public final class UnusedClock: Clock, Sendable {
    /// A time on the clock.
    public typealias Instant = ManualClock.Instant

    private let run: ScenarioRun?
    private let place: SourcePlace
    private let wasReported = LockedValue(false)

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        run = ScenarioRun.current
    }

    /// Always zero. Reading it fails the test.
    public var now: Instant {
        report("A task read the time of a clock that must not be used.")
        return Instant(offset: .zero)
    }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Fails the test, and returns at once.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        report("A task slept on a clock that must not be used.")
    }

    private func report(_ what: String) {
        let isRepeated = wasReported.withLock { wasReported in
            defer { wasReported = true }
            return wasReported
        }
        // In a scenario, only the first use is reported, because one sleep reads the time several times. A clock that
        // was created outside of scenarios may be used by several tests, so each use is reported.
        if isRepeated, run != nil { return }
        let remedy = "If it is meant to wait, give the scene a ManualClock, by SceneRuntime(clock:) or to its worker."
        ScenarioRun.fail("\(what) \(remedy)", in: run, at: place)
    }
}
