public import Foundation

/// A source of the current date.
///
/// Use it for times that are stored, such as expiry dates of cache entries and the times in a log. For intervals and
/// timers use a `Clock`, which does not jump when the user changes the date.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a clock from a function.
    ///
    /// - Parameter read: Returns the current date. Called on any thread.
    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The current date.
    public var now: Date { read() }

    /// The clock of the system.
    public static let system = WallClock { Date() }

    /// Returns a clock that always shows the same date.
    ///
    /// - Parameter date: The date.
    public static func fixed(_ date: Date) -> WallClock { WallClock { date } }

    /// Milliseconds since 1970, rounded, and limited to the range of `Int64`.
    var milliseconds: Int64 {
        let value = (now.timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}

extension Duration {
    /// Whole milliseconds, limited to the range of `Int64`.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooMuch else { return seconds < 0 ? .min : .max }
        return whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
    }
}
