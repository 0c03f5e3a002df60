import Foundation
import MoviesDomain
import Synchronization

extension Wording {
    /// MV-28: returns the text with the day on which a film is first shown, or the text that it is not known.
    func releaseDate(_ day: CalendarDay?) -> String {
        guard let day else { return texts.toBeAnnounced }
        return "\(texts.releaseDate): \(Self.text(of: day, in: locale))"
    }

    /// Creates what dates need, so that the first rows need not wait for it. Call it outside the main thread.
    public func prepare() { _ = releaseDate(CalendarDay(year: 2_000, month: 1, day: 1)) }

    /// The formatter of each locale. Creating one takes longer than everything else for a row.
    private static let formatters = Mutex<[String: DateFormatter]>([:])

    private static func text(of day: CalendarDay, in locale: String) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: day.year, month: day.month, day: day.day)
        guard let date = calendar.date(from: parts) else { return "" }
        return formatters.withLock { formatters in
            let formatter = formatters[locale] ?? Self.formatter(locale)
            formatters[locale] = formatter
            return formatter.string(from: date)
        }
    }

    private static func formatter(_ locale: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.timeZone = .gmt
        formatter.dateStyle = .medium
        formatter.timeStyle = .none
        return formatter
    }
}
