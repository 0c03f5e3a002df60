extension SourceText {
    /// Returns the source with an additional case in an enumeration. All other bytes stay the same.
    ///
    /// - Parameter line: The case without the keyword `case`: its name, with or without associated values.
    func adding(enumCase line: String, to declaration: Declaration) -> String {
        let open = declaration.body.lowerBound - 1
        let close = declaration.body.upperBound
        let isOneLine = self.line(of: open) == self.line(of: close)
        guard let last = declaration.cases.last else {
            let indentation = indentation(of: self.line(of: declaration.start))
            guard isOneLine else {
                return inserting("\(indentation)    case \(line)\(newline)", atStartOfLine: self.line(of: open) + 1)
            }
            return replacing(tokens[open].range.upperBound..<tokens[close].range.lowerBound, with: " case \(line) ")
        }
        let end = tokens[last.end - 1].range.upperBound
        let lastLine = self.line(of: last.end - 1)
        if isOneLine || lastLine == self.line(of: close) {
            let isShort = lineText(lastLine).count + line.count + 2 <= LineWrapper.limit
            guard isOneLine, !isShort else { return replacing(end..<end, with: ", \(line)") }
            // The existing cases get a line of their own, and the new case another.
            let indentation = indentation(of: self.line(of: declaration.start))
            let inside = tokens[open].range.upperBound..<tokens[close].range.lowerBound
            let cases = source(inside).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            let lines = ["", "\(indentation)    \(cases)", "\(indentation)    case \(line)", indentation]
            return replacing(inside, with: lines.joined(separator: newline))
        }
        // After the comment of the line, in the column of the case before.
        let keyword = tokens[..<last.start].lastIndex { $0.text == "case" } ?? last.start
        let indentation = indentation(of: self.line(of: keyword))
        return inserting("\(indentation)case \(line)\(newline)", atStartOfLine: lastLine + 1)
    }

    /// Returns the source with an additional case at the end of a switch, before its `default`.
    ///
    /// - Returns: Nil if the switch is on one line, or if its last line contains more than the brace.
    func adding(switchCase pattern: String, body: [String], to target: Switch) -> String? {
        let closingLine = line(of: target.close)
        var place = target.cases.first(where: \.isDefault).map { line(of: $0.start) } ?? closingLine
        let first = target.cases.first.map { line(of: $0.start) } ?? closingLine
        guard line(of: target.open) < place, line(of: target.close - 1) < closingLine else { return nil }
        // Comments above `default` belong to it.
        while place > first, isComment(place - 1) { place -= 1 }
        let indentation = indentation(of: first)
        let lines = ["\(indentation)case .\(pattern):"] + body.map { "\(indentation)    \($0)" }
        return inserting(lines.map { $0 + newline }.joined(), atStartOfLine: place)
    }

    /// Returns whether a line is only a comment.
    func isComment(_ line: Int) -> Bool {
        lineText(line).drop { $0 == " " || $0 == "\t" }.hasPrefix("//")
    }

    /// Returns the source with additional lines.
    func inserting(_ text: String, atStartOfLine number: Int) -> String {
        guard number <= lineStarts.count else { return self.text + newline + text }
        return replacing(lineStarts[number - 1]..<lineStarts[number - 1], with: text)
    }

    private func replacing(_ range: Range<Int>, with text: String) -> String {
        source(0..<range.lowerBound) + text + source(range.upperBound..<bytes.count)
    }

    /// Returns the spaces at the start of a line.
    func indentation(of number: Int) -> String {
        String(lineText(number).prefix { $0 == " " || $0 == "\t" })
    }

    /// The line break of the source.
    var newline: String { text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }
}
