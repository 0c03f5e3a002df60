import Foundation

/// Writes and reads a `Decimal` as text. Most languages read a JSON number as a binary floating-point number, and would
/// lose decimal digits.
enum WireDecimal {
    static func text(of decimal: Decimal) -> String { decimal.description }

    /// Reads a decimal number, such as `-12.50`, or `NaN`. Texts of more than 200 bytes are refused, because no `Decimal` is
    /// written with so many.
    static func decimal(of text: String) -> Decimal? {
        if text == "NaN" { return .nan }
        guard text.utf8.count <= 200, text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
