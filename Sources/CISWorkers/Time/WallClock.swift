public import Foundation

/// Tells the date: for what outlives a run of the program, such as the expiry of cached bytes and the times in a log.
///
/// For intervals and timers use a `Clock`, which nobody sets back: the one given to the scene's runtime, or to
/// ``Ticker``.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock.
    ///
    /// - Parameter read: Tells the date. Called from any thread.
    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The date now.
    public var now: Date { read() }

    /// The clock of the system.
    public static let system = WallClock { Date() }

    /// A clock that stands still.
    ///
    /// - Parameter date: What it always shows.
    /// - Returns: The clock.
    public static func fixed(_ date: Date) -> WallClock { WallClock { date } }

    /// Milliseconds since 1970, rounded; the nearest there are for dates beyond.
    var milliseconds: Int64 {
        let value = (now.timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}

extension Duration {
    /// Whole milliseconds; the most there are for durations beyond.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooMuch else { return seconds < 0 ? .min : .max }
        return whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
    }
}
