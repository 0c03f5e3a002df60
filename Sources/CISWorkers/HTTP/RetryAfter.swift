import Foundation

/// The value of a `Retry-After` header (RFC 9110, 10.2.3).
enum RetryAfter {
    /// How long to wait. `nil` if the server has sent neither a number of seconds nor a date.
    static func delay(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text) { return seconds < 0 ? nil : .seconds(min(seconds, longest)) }
        guard let date = date(text) else { return nil }
        let seconds = date.timeIntervalSince(now)
        return .seconds(max(0, min(seconds, Double(longest))))
    }

    /// A century. More than anybody waits, and less than a duration can hold.
    private static let longest = 100 * 366 * 86_400

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE',' dd MMM yyyy HH':'mm':'ss 'GMT'"
        return formatter.date(from: text)
    }
}
