import Foundation

/// Decimal numbers as text, because languages would read the digits of a number as a binary fraction.
enum WireDecimal {
    static func text(of decimal: Decimal) -> String { decimal.description }

    /// Reads digits, with a sign and a point, or `NaN`. The text of a `Decimal` is never longer than 200 bytes.
    static func decimal(of text: String) -> Decimal? {
        if text == "NaN" { return .nan }
        guard text.utf8.count <= 200, text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
