/// Text that is safe to print: a file name or a remark may hold control characters, which a terminal would obey.
enum Printable {
    /// Keeps line breaks, for toasts of two lines.
    static func text(_ text: String) -> String {
        replaceControls(in: text) { $0 == "\n" }
    }

    /// One line.
    static func line(_ text: String) -> String {
        replaceControls(in: text) { _ in false }
    }

    private static func replaceControls(in text: String, keep: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !keep(scalar)
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return result
    }
}
