/// Swift source as words and symbols, without comments and strings.
///
/// This is not a parser. It knows where comments, strings and brackets end, and nothing about meaning. `#if` and macros
/// are not expanded, regular expressions between slashes are read as operators, and the code in `\(…)` of a string is
/// skipped.
struct SourceText {
    /// A word or a symbol.
    struct Token: Equatable {
        var text: String
        /// The range in UTF-8 bytes.
        var range: Range<Int>
    }

    let text: String
    let bytes: [UInt8]
    let tokens: [Token]
    /// The index of the matching bracket for each bracket.
    let partner: [Int: Int]
    /// The offsets of the beginnings of lines.
    let lineStarts: [Int]
    /// The tokens of the keywords of declarations.
    private(set) var declarationStarts: [Int] = []

    init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        self.bytes = bytes
        let code = SourceMask.code(of: bytes)
        tokens = Self.tokens(of: code)
        partner = Self.partners(of: tokens)
        lineStarts = Self.lineStarts(in: bytes)
        declarationStarts = findDeclarations()
    }

    /// Returns the line of an offset, counted from 1.
    func line(at offset: Int) -> Int {
        // Binary search, because it runs for each finding and files may be long.
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Returns the line of a token, counted from 1.
    func line(of token: Int) -> Int { line(at: tokens[token].range.lowerBound) }

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

    /// Returns whether the token is this word or symbol. Returns false for an index outside of the source.
    func token(_ index: Int, is text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].text == text
    }

    /// Returns whether the token is a word.
    func isWord(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), let first = tokens[index].text.utf8.first else { return false }
        return Self.isWordByte(first) || first == UInt8(ascii: "`")
    }

    private static func tokens(of code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < code.count {
            let start = index
            let byte = code[index]
            index += 1
            if byte == UInt8(ascii: "`") {
                while index < code.count, code[index] != byte, code[index] != UInt8(ascii: "\n") { index += 1 }
                index = min(index + 1, code.count)
            } else if isWordByte(byte) {
                while index < code.count, isWordByte(code[index]) { index += 1 }
            } else if byte <= UInt8(ascii: " ") {
                continue
            }
            tokens.append(Token(text: String(decoding: code[start..<index], as: UTF8.self), range: start..<index))
        }
        return tokens
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        isWord[Int(byte)]
    }

    /// Whether a byte is part of a word, for each byte.
    private static let isWord: [Bool] = (0...UInt8.max).map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func lineStarts(in bytes: [UInt8]) -> [Int] {
        var starts = [0]
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
            index += 1
        }
        return starts
    }

    private static func partners(of tokens: [Token]) -> [Int: Int] {
        var partner: [Int: Int] = [:]
        var open: [(index: Int, closes: String)] = []
        for (index, token) in tokens.enumerated() {
            switch token.text {
            case "(": open.append((index, ")"))
            case "[": open.append((index, "]"))
            case "{": open.append((index, "}"))
            case ")", "]", "}":
                guard let last = open.last, last.closes == token.text else { continue }
                open.removeLast()
                partner[last.index] = index
                partner[index] = last.index
            default: break
            }
        }
        return partner
    }
}
