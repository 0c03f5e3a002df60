/// The values that are written: a number followed by digits that depend on it, so that a torn value can be detected.
package enum Generation {
    package static func text(_ number: Int) -> String {
        "\(number) " + String(repeating: "\(number % 10)", count: number &* 7919 % 20_000)
    }

    /// Returns the number of a complete text, or `nil`.
    package static func number(of text: String) -> Int? {
        guard let number = Int(text.prefix { $0 != " " }), text == self.text(number) else { return nil }
        return number
    }
}
