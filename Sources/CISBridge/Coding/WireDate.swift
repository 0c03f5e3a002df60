import Foundation

/// Dates as text: ISO 8601 in UTC with milliseconds.
enum WireDate {
    static func text(of date: Date) -> String { date.formatted(style) }

    /// Reads a date with or without fractions of a second.
    static func date(of text: String) -> Date? {
        (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
