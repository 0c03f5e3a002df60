import TerminalKit

/// Colours and bold letters, or plain text.
struct Style: Sendable {
    let hasColours: Bool

    func bold(_ text: String) -> String { styled("1", text) }
    func dim(_ text: String) -> String { styled("2", text) }
    func accent(_ text: String) -> String { styled("36", text) }
    func alarm(_ text: String) -> String { styled("31", text) }
    func inverse(_ text: String) -> String { styled("7", text) }

    private func styled(_ code: String, _ text: String) -> String {
        hasColours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text with exactly this width: blanks are added, or the end becomes `…`.
    func fitted(to width: Int) -> String {
        let missing = width - columns
        guard missing < 0 else { return self + String(repeating: " ", count: missing) }
        guard width > 0 else { return "" }
        let cut = clipped(to: width - 1)
        // A wide letter may leave a column free.
        return cut + "…" + String(repeating: " ", count: max(0, width - 1 - cut.columns))
    }

    /// The text without colours.
    var uncoloured: String {
        var isColour = false
        return filter { character in
            if character == "\u{1B}" { isColour = true }
            defer { if character == "m" { isColour = false } }
            return !isColour
        }
    }

    /// The text after its first columns. If a wide letter is cut in two, a blank replaces its second half.
    func dropping(columns count: Int) -> String {
        let head = clipped(to: count)
        guard head.columns < count, head.count < self.count else { return String(dropFirst(head.count)) }
        return " " + dropFirst(head.count + 1)
    }
}
