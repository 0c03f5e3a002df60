/// Reads one JSON value strictly. It must be UTF-8, must not repeat a key or be nested deeper than allowed, and nothing may
/// follow it.
package struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private let greatestDepth: Int
    /// The keys of the objects above the value that is being read, for the path of an error.
    private var path: [String] = []
    /// The keys of the last object. They are tried first, because the objects of a list usually have the same keys.
    private var lastShape: ObjectShape?

    /// Reads a value.
    ///
    /// - Throws: ``WireError``.
    package static func read(_ bytes: [UInt8], greatestDepth: Int = 64) throws(WireError) -> JSONTree {
        var reader = JSONReader(bytes: bytes, greatestDepth: greatestDepth)
        let tree = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.unexpected("the end of the message") }
        return tree
    }

    private init(bytes: [UInt8], greatestDepth: Int) {
        self.bytes = bytes
        self.greatestDepth = greatestDepth
    }

    private mutating func value() throws(WireError) -> JSONTree {
        skipSpace()
        guard let byte = peek else { throw unexpected("a JSON value") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { (reader) throws(WireError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(WireError) in try reader.array() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a JSON value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(WireError) -> JSONTree
    ) throws(WireError) -> JSONTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= greatestDepth else {
            throw WireError(
                .tooDeep, at: pointer, expected: "at most \(greatestDepth) levels", got: "more, at byte \(position)")
        }
        position += 1
        return try read(&self)
    }

    private mutating func object() throws(WireError) -> JSONTree {
        var keys: [String] = []
        var values: [JSONTree] = []
        var seen: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(JSONTree.ObjectNode(ObjectShape([]), [])) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected("a key") }
            let key = try text()
            // For the usual small number of keys, a linear search is faster.
            let isNew = keys.count < 8 ? !keys.contains(key) : seen.insert(key).inserted
            guard isNew else {
                throw WireError(.duplicateKey, at: pointer, expected: "each key once", got: "\"\(key)\" twice")
            }
            keys.append(key)
            if keys.count == 8 { seen = Set(keys) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
            path.append(key)
            values.append(try value())
            path.removeLast()
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw unexpected("a comma or }") }
        if let lastShape, lastShape.hasKeys(keys) { return .object(JSONTree.ObjectNode(lastShape, values)) }
        let shape = ObjectShape(keys)
        lastShape = shape
        return .object(JSONTree.ObjectNode(shape, values))
    }

    private mutating func array() throws(WireError) -> JSONTree {
        var elements: [JSONTree] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            path.append("\(elements.count)")
            elements.append(try value())
            path.removeLast()
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unexpected("a comma or ]") }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ tree: JSONTree) throws(WireError) -> JSONTree {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard peek == word.utf8Start[index] else {
                position = start
                throw unexpected("a JSON value")
            }
            position += 1
        }
        return tree
    }

    // MARK: Numbers

    private mutating func number() throws(WireError) -> JSONTree {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = Int64(text), value.magnitude <= JSONTree.greatestInteger { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw WireError(.badJSON, at: pointer, expected: "a number of 64 bits", got: text)
        }
        return .number(value)
    }

    private mutating func digits() throws(WireError) {
        let start = position
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }

    // MARK: Text

    private mutating func text() throws(WireError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek == UInt8(ascii: "\"") {
            position += 1
            return try string(from: bytes[start..<(position - 1)])
        }
        var units = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try string(from: units[...])
            case UInt8(ascii: "\\"): try escape(into: &units)
            case 0..<0x20:
                position -= 1
                throw unexpected("text without control characters")
            default: units.append(byte)
            }
        }
        throw unexpected("the end of the text")
    }

    private func string(from units: ArraySlice<UInt8>) throws(WireError) -> String {
        guard let text = String(validating: units, as: UTF8.self) else {
            throw WireError(.badJSON, at: pointer, expected: "UTF-8", got: "other bytes, up to byte \(position)")
        }
        guard !text.hasEndlessMarks else {
            throw WireError(
                .badJSON, at: pointer, expected: "at most \(String.greatestRunOfMarks) combining marks in a row",
                got: "more, up to byte \(position)")
        }
        return text
    }

    private mutating func escape(into units: inout [UInt8]) throws(WireError) {
        guard let byte = peek else { throw unexpected("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"): units.append(contentsOf: String(try scalar()).utf8)
        default:
            position -= 1
            throw unexpected("an escape")
        }
    }

    private mutating func scalar() throws(WireError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // The first half of a surrogate pair. The second half must follow.
        if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw WireError(.badJSON, at: pointer, expected: "a pair of surrogates", got: "one alone, at byte \(position)")
    }

    private mutating func hexadecimal() throws(WireError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private var pointer: String { path.map { "/" + escapedForPointer($0) }.joined() }

    private func unexpected(_ expected: String) -> WireError {
        let got = peek.map { $0 >= 0x21 && $0 < 0x7F ? "\(Character(Unicode.Scalar($0)))" : "byte \($0)" }
        return WireError(
            .badJSON, at: pointer, expected: expected, got: "\(got ?? "the end"), at byte \(position)")
    }
}

/// Escapes a key for use in a JSON pointer.
func escapedForPointer(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    return key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
}
