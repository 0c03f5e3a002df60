/// Swift source as words and symbols, without comments and strings.
///
/// This is not a parser. It knows where comments, strings and brackets end, and nothing about meaning. `#if` and macros
/// are not expanded, regular expressions between slashes are read as operators, and the code in `\(…)` of a string is
/// skipped.
final class SourceText {
    /// A word or a symbol.
    struct Token {
        var text: String
        /// The range in UTF-8 bytes.
        var range: Range<Int>
        /// The line, counted from 1.
        var line: Int
        var isWord: Bool { text.utf8.first.map { isWordByte[Int($0)] || $0 == UInt8(ascii: "`") } ?? false }
    }

    /// The path of the file, relative to the package. Empty for text that is not in a file.
    let path: String
    /// The name of the file's target.
    let target: String
    let text: String
    let bytes: [UInt8]
    let tokens: [Token]
    /// The index of the matching bracket for each bracket.
    let partner: [Int: Int]
    /// The offsets of the beginnings of lines.
    let lineStarts: [Int]
    /// The tokens of the keywords of declarations. They are found once, because they are needed often.
    let declarationStarts: [Int]

    /// - Parameter withStrings: Whether words and symbols in strings and comments are tokens, too.
    init(_ text: String, path: String = "", target: String = "", withStrings: Bool = false) {
        let bytes = Array(text.utf8)
        self.path = path
        self.target = target
        self.text = text
        self.bytes = bytes
        tokens = Self.tokens(of: withStrings ? bytes : SourceMask.code(of: bytes))
        partner = Self.partners(of: tokens)
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        declarationStarts = Declaration.starts(in: tokens)
    }

    /// Returns the line of a token, counted from 1.
    func line(of token: Int) -> Int { tokens[token].line }

    /// Returns the source between two offsets, with comments.
    func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the source of some tokens, with comments.
    func source(of range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return source(tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound)
    }

    /// Returns the text of a line, without its line break.
    func lineText(_ number: Int) -> String {
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return source(start..<max(start, end))
    }

    /// Returns the words and symbols in a range of tokens.
    func words(_ range: Range<Int>) -> Set<String> { Set(tokens[range].map(\.text)) }

    /// Returns whether the token is this word or symbol. Returns false for an index outside of the source.
    func token(_ index: Int, is text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].text == text
    }

    /// Returns whether the token is a word.
    func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isWord }

    /// Returns the indices of the tokens in a range that are not inside brackets.
    func surface(of range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            found.append(index)
            if ["(", "[", "{"].contains(tokens[index].text), let close = partner[index], close < range.upperBound {
                index = close
            } else {
                index += 1
            }
        }
        return found
    }

    /// Returns the indices of the tokens in a range that are not inside brackets, also not inside angle brackets.
    func outside(of range: Range<Int>) -> [Int] {
        var angles = 0
        return surface(of: range).filter { index in
            // The `>` of an arrow closes nothing.
            if token(index, is: ">"), !token(index - 1, is: "-") { angles -= 1 }
            let isOutside = angles == 0
            if token(index, is: "<") { angles += 1 }
            return isOutside
        }
    }

    private static func tokens(of code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        var line = 1
        while index < code.count {
            let start = index
            let byte = code[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == UInt8(ascii: "`") {
                while index < code.count, code[index] != byte, code[index] != UInt8(ascii: "\n") { index += 1 }
                if index < code.count, code[index] == byte { index += 1 }
            } else if isWordByte[Int(byte)] {
                while index < code.count, isWordByte[Int(code[index])] { index += 1 }
            } else if byte <= UInt8(ascii: " ") {
                continue
            }
            let text = String(decoding: code[start..<index], as: UTF8.self)
            tokens.append(Token(text: text, range: start..<index, line: line))
        }
        return tokens
    }

    /// Whether a byte is part of a word, for each byte.
    private static let isWordByte: [Bool] = (0...UInt8.max).map { byte in
        let character = Character(Unicode.Scalar(byte))
        return byte >= 0x80 || character == "_" || character.isLetter || character.isNumber
    }

    private static func partners(of tokens: [Token]) -> [Int: Int] {
        let closing = ["(": ")", "[": "]", "{": "}"]
        var partner: [Int: Int] = [:]
        var open: [(index: Int, closes: String)] = []
        for (index, token) in tokens.enumerated() {
            if let closes = closing[token.text] {
                open.append((index, closes))
            } else if let last = open.last, last.closes == token.text {
                open.removeLast()
                partner[last.index] = index
                partner[index] = last.index
            }
        }
        return partner
    }
}
