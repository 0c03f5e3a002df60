internal import CIS

/// A clock that must not be used: a sleep, or a look at the time, fails the test.
///
/// A test that passes with it shows that what it tests does not depend on time. It is for workers and use cases that take a
/// clock: a runtime that is given one looks at it when it is made, and so does not pass.
public final class UnusedClock: Clock, Sendable {
    /// A time on the clock.
    public typealias Instant = ManualClock.Instant

    private let run: ScenarioRun?
    private let place: SourcePlace

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
        ScenarioRun.fail("The time of a clock that must not be used was looked at.", in: run, at: place)
        return Instant(offset: .zero)
    }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Fails the test, and returns at once.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        ScenarioRun.fail("Somebody slept on a clock that must not be used.", in: run, at: place)
    }
}
