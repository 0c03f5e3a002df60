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

    /// The text in lines that fit: broken at its line breaks, between words, and within a word that is longer than a line.
    ///
    /// - Parameter columns: The width of a line. Less than 2 counts as 2, because a wide character has no room in less.
    public func wrapped(to columns: Int) -> [String] {
        let parts = isEmpty ? [] : split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return parts.flatMap { String($0).wrappedLine(to: max(2, columns)) }
    }

    private func wrappedLine(to columns: Int) -> [String] {
        var lines: [String] = []
        var (start, width) = (startIndex, 0)
        var (isInWord, wordEnd) = (false, Index?.none)  // where the last whole word of the line ends
        scan { index, next in
            guard index >= start else { return true }  // a blank at which a line was broken
            width += next
            if self[index] == " " {
                if isInWord { wordEnd = index }
                isInWord = false
            } else if next > 0 {
                isInWord = true
            }
            guard width > columns else { return true }
            let end = wordEnd ?? index
            lines.append(String(self[start..<end]))
            start = self[end...].firstIndex { $0 != " " } ?? endIndex
            width = start > index ? 0 : String(self[start...index]).columns
            wordEnd = nil
            return true
        }
        return start < endIndex || lines.isEmpty ? lines + [String(self[start...])] : lines
    }

    /// The part of the text that fits into a line. Korean letters and emoji take two columns, colours none.
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
            } else if !body(index, Self.width(of: character)) {
                return
            }
        }
    }

    /// The columns of a character. Terminals differ in some emoji, so a screen must not rely on the end of a line.
    private static func width(of character: Character) -> Int {
        let first = character.unicodeScalars[character.unicodeScalars.startIndex]
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0  // such as an accent without a letter
        default: break
        }
        let isEmoji = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
        return isEmoji || isWide(first) ? 2 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
