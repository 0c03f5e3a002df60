import Foundation

/// Dates as text: ISO 8601 in UTC with milliseconds.
enum WireDate {
    /// Returns the text, or `nil` if the date is not a number, or its year does not have four digits.
    static func text(of date: Date) -> String? {
        guard years.contains(date) else { return nil }
        // The style cuts digits off. Because most fractions are stored slightly too low, a date that is read and written again
        // would move by a millisecond.
        return date.addingTimeInterval(0.000_5).formatted(style)
    }

    private static let years = Date.distantPast..<Date(timeIntervalSince1970: 253_402_300_799.999)

    /// Reads a date with or without fractions of a second.
    static func date(of text: String) -> Date? {
        (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
