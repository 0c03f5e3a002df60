internal import CIS
import Foundation

/// The value of a `Retry-After` header (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Returns the delay, or `nil` if the value is neither a number of seconds nor a date.
    static func delay(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            // A number that is too large for an `Int` is longer than any sleep.
            return min(.seconds(Int(text) ?? .max), .longestSleep)
        }
        guard let date = date(text, now) else { return nil }
        let seconds = date.timeIntervalSince(now)
        return .seconds(max(0, min(seconds, Duration.longestSleep / .seconds(1))))
    }

    /// The date format `Sun, 06 Nov 1994 08:49:37 GMT`, and the two obsolete formats that a client must accept (RFC
    /// 9110, 5.6.7). With `yy`, a year may have two digits or four.
    private static let formats = [
        "EEE',' dd MMM yy HH':'mm':'ss 'GMT'", "EEEE',' dd'-'MMM'-'yy HH':'mm':'ss 'GMT'",
        "EEE MMM d HH':'mm':'ss yy",
    ]

    private static func date(_ text: String, _ now: Date) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        // A year of two digits that seems to be more than 50 years in the future is in the past.
        formatter.twoDigitStartDate = formatter.calendar.date(byAdding: .year, value: -50, to: now)
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
