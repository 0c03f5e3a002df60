extension String {
    /// The text without control characters, because text from a server must not move the cursor.
    public var plain: String {
        String(UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    /// The text with a mark in the place of each control character except line breaks. So it can be seen that something was there.
    var printable: String {
        replacing(/[\p{Cc}--\n]/.matchingSemantics(.unicodeScalar), with: "\u{FFFD}")
    }

    /// Returns the text, or refuses it if it was not UTF-8: then the system has replaced some of its bytes.
    ///
    /// - Throws: ``UsageError``.
    public func checked() throws -> String {
        guard !contains("\u{FFFD}") else { throw UsageError("“\(self)” is no UTF-8 text. Give it in UTF-8.") }
        return self
    }

    /// The text in lines that fit, broken between words where that is possible.
    public func wrapped(to columns: Int) -> [String] {
        var lines: [String] = []
        var rest = self
        while !rest.isEmpty {
            let line = rest.clipped(to: max(2, columns))
            guard line.count < rest.count else { return lines + [rest] }
            let end = line.lastIndex(of: " ") ?? line.endIndex
            lines.append(String(line[..<end]))
            rest = String(rest.dropFirst(lines[lines.count - 1].count).drop { $0 == " " })
        }
        return lines
    }

    /// The part of the text that fits into a line. Korean letters take two columns, colours none.
    public func clipped(to columns: Int) -> String {
        var (width, end) = (0, endIndex)
        scan { index, next in
            width += next
            if width > columns { end = index }
            return width <= columns
        }
        return String(self[..<end])
    }

    /// The number of columns that the text takes in a line.
    public var columns: Int {
        var width = 0
        scan { _, next in
            width += next
            return true
        }
        return width
    }

    /// Calls the body with the place and the width of each visible character, until it returns `false`.
    private func scan(_ body: (Index, Int) -> Bool) {
        var isColour = false
        for index in indices {
            let character = self[index]
            if isColour || character == "\u{1B}" {
                isColour = character != "m"
            } else if !body(index, character.unicodeScalars.first.map(Self.isWide) == true ? 2 : 1) {
                return
            }
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
