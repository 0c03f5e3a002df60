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
        let end = end(of: last, in: declaration)
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

    /// Returns the end of a case, after its raw value. A text is no token, so it reaches to the next token.
    private func end(of last: EnumCase, in declaration: Declaration) -> Int {
        guard token(last.end, is: "=") else { return tokens[last.end - 1].range.upperBound }
        let close = declaration.body.upperBound
        let next = (last.end..<close).first { token($0, is: ";") } ?? close
        var end = tokens[next].range.lowerBound
        while bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return end
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

    /// Returns the source with lines before the last line of a function, which returns a runtime: `return scene`, or
    /// `return SceneRuntime(…)`, which then becomes a variable.
    ///
    /// - Parameter lines: Returns the lines, from the name of the variable.
    /// - Returns: Nil if the function ends in another way, or is on one line.
    func adding(
        beforeReturnOf function: Declaration, runtimeOf scene: String, _ lines: (String) throws -> [String]
    ) rethrows -> String? {
        guard let place = surface(of: function.body).last(where: { token($0, is: "return") }), isWord(place + 1),
            line(of: place) > line(of: function.start), line(of: place) > line(of: place - 1),
            line(of: function.body.upperBound) > line(of: function.body.upperBound - 1)
        else { return nil }
        let indentation = indentation(of: line(of: place))
        func added(_ runtime: String) throws -> String {
            try lines(runtime).map { indentation + $0 + newline }.joined()
        }
        guard token(place + 1, is: "SceneRuntime") else {
            guard place + 2 == function.body.upperBound else { return nil }
            return inserting(try added(tokens[place + 1].text), atStartOfLine: line(of: place))
        }
        let isGeneric = token(place + 2, is: "<")
        let open = isGeneric ? endOfGenericArguments(from: place + 2) : place + 2
        guard token(open, is: "("), partner[open] == function.body.upperBound - 1 else { return nil }
        let runtime = words(function.tokens).contains("scene") ? "runtime" : "scene"
        let head = "\(indentation)let \(runtime) = SceneRuntime<\(scene)>("
        var arguments = source(of: open + 1..<function.body.upperBound)
        if head.count + (arguments.split(separator: "\n").first?.count ?? 0) > LineWrapper.limit {
            arguments = newline + indentation + "    " + arguments
        }
        let declaration = head + arguments + newline
        let end = "\(indentation)return \(runtime)"
        let text = declaration + (try added(runtime)) + end
        let start = lineStarts[line(of: place) - 1]
        return replacing(start..<tokens[function.body.upperBound - 1].range.upperBound, with: text)
    }

    /// Returns the source with additional lines at the end of a type. Returns nil if the type is on one line.
    func adding(lastMember lines: [String], to type: Declaration) -> String? {
        let closingLine = line(of: type.body.upperBound)
        guard line(of: type.body.upperBound - 1) < closingLine else { return nil }
        let indentation = indentation(of: line(of: type.start)) + "    "
        let text = lines.map { indentation + $0 + newline }.joined()
        return inserting((type.body.isEmpty ? "" : newline) + text, atStartOfLine: closingLine)
    }

    /// Returns the source with an additional line at the beginning of a type. Returns nil if the type is on one line.
    func adding(firstMember text: String, to type: Declaration) -> String? {
        let openingLine = line(of: type.body.lowerBound - 1)
        guard line(of: type.body.lowerBound) > openingLine else { return nil }
        let indentation = indentation(of: line(of: type.start)) + "    "
        let end = type.body.isEmpty ? "" : newline
        return inserting(indentation + text + newline + end, atStartOfLine: openingLine + 1)
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

    /// Returns the token after the next `>`.
    func endOfGenericArguments(from start: Int) -> Int {
        (tokens[start...].firstIndex { $0.text == ">" } ?? tokens.count) + 1
    }
}
