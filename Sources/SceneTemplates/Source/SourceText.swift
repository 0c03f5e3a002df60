/// Swift source as words and symbols, without comments and without what is in strings.
///
/// This is no parser. It knows where comments, strings and brackets end, and nothing about meaning: `#if` and macros
/// are not expanded, regular expressions between slashes are taken for operators, and code inside a string's `\(…)`
/// is not seen.
struct SourceText {
    /// A word, or one symbol.
    struct Token: Equatable {
        var text: String
        /// In UTF-8 bytes from the start of the source.
        var range: Range<Int>
    }

    let text: String
    let bytes: [UInt8]
    let tokens: [Token]
    /// For each bracket the index of its partner.
    let partner: [Int: Int]
    /// The offsets at which lines begin.
    let lineStarts: [Int]
    /// The tokens with which declarations begin.
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

    /// The line of an offset, counted from 1.
    func line(at offset: Int) -> Int {
        // Binary search: files are looked at once per finding, and may be long.
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The line of a token, counted from 1.
    func line(of token: Int) -> Int { line(at: tokens[token].range.lowerBound) }

    /// The source between two offsets, comments and all.
    func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The source of some tokens, comments and all.
    func source(of range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return source(tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound)
    }

    /// The line's text, without its end.
    func lineText(_ number: Int) -> String {
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return source(start..<max(start, end))
    }

    /// Whether the token is this word or symbol. False outside of the source.
    func token(_ index: Int, is text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].text == text
    }

    /// Whether the token is a word that can name something.
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

    /// For each byte whether it is part of a word.
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
