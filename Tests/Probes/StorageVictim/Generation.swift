/// The values that are written: a number, and as many digits as follow from it, so that a torn value shows.
package enum Generation {
    package static func text(_ number: Int) -> String {
        "\(number) " + String(repeating: "\(number % 10)", count: number &* 7919 % 20_000)
    }

    /// The number of a text that is whole, `nil` of one that is not.
    package static func number(of text: String) -> Int? {
        guard let number = Int(text.prefix { $0 != " " }), text == self.text(number) else { return nil }
        return number
    }
}
