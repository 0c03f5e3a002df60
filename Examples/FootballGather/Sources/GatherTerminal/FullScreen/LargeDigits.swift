/// A time in digits of three lines, for the countdown.
enum LargeDigits {
    private static let digits: [Character: [String]] = [
        "0": ["┌─┐", "│ │", "└─┘"], "1": ["  ╷", "  │", "  ╵"], "2": ["╶─┐", "┌─┘", "└─╴"],
        "3": ["╶─┐", "╶─┤", "╶─┘"], "4": ["╷ ╷", "└─┤", "  ╵"], "5": ["┌─╴", "└─┐", "╶─┘"],
        "6": ["┌─╴", "├─┐", "└─┘"], "7": ["╶─┐", "  │", "  ╵"], "8": ["┌─┐", "├─┤", "└─┘"],
        "9": ["┌─┐", "└─┤", "╶─┘"], ":": [" ", ":", " "],
    ]

    /// The lines of a text. A character without a large form is omitted.
    static func lines(_ text: String) -> [String] {
        let letters = text.compactMap { digits[$0] }
        return (0..<3).map { line in letters.map { $0[line] }.joined(separator: " ") }
    }
}
