internal import CIS

/// A clock that must not be used: a sleep, or a look at the time, fails the test.
///
/// A scenario reports a clock once, whatever else is done with it afterwards.
///
/// A test that passes with it shows that what it tests does not depend on time. It is for workers and use cases that take a
/// clock: a runtime that is given one looks at it when it is made, and so does not pass.
public final class UnusedClock: Clock, Sendable {
    /// A time on the clock.
    public typealias Instant = ManualClock.Instant

    private let run: ScenarioRun?
    private let place: SourcePlace
    private let wasReported = LockedValue(false)

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - fileID: The test's file, for the failure. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        run = ScenarioRun.current
    }

    /// Fails the test. Always zero.
    public var now: Instant {
        report("The time of a clock that must not be used was looked at.")
        return Instant(offset: .zero)
    }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Fails the test, and returns at once.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        report("Somebody slept on a clock that must not be used.")
    }

    private func report(_ what: String) {
        let isRepeated = wasReported.withLock { wasReported in
            defer { wasReported = true }
            return wasReported
        }
        // One wait looks at the time several times. A clock that was made outside of scenarios may serve several tests.
        if isRepeated, run != nil { return }
        let remedy = "If it is meant to wait, give the scene a ManualClock, by SceneRuntime(clock:) or to its worker."
        ScenarioRun.fail("\(what) \(remedy)", in: run, at: place)
    }
}
