extension RecordedValue {
    /// What stands in a text that is not JSON.
    struct NotJSON: Error {
        /// The number of bytes before the problem.
        let offset: Int
        let expected: String
    }

    /// Reads one JSON value, which fills the bytes.
    static func read(_ bytes: ArraySlice<UInt8>) throws(NotJSON) -> RecordedValue {
        var reader = JSONTextReader(bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.next == nil else { throw reader.expected("the end of the line") }
        return value
    }
}

/// Reads JSON strictly: UTF-8, each key once, at most 128 levels.
private struct JSONTextReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var depth = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    func expected(_ text: String) -> RecordedValue.NotJSON {
        RecordedValue.NotJSON(offset: position - bytes.startIndex, expected: text)
    }

    mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0D { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func value() throws(RecordedValue.NotJSON) -> RecordedValue {
        skipSpace()
        guard let next else { throw expected("a JSON value") }
        switch next {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw expected("a JSON value")
        }
    }

    private mutating func goDeeper() throws(RecordedValue.NotJSON) {
        depth += 1
        position += 1
        if depth > 128 { throw expected("at most 128 levels") }
    }

    private mutating func members() throws(RecordedValue.NotJSON) -> [RecordedValue.Member] {
        try goDeeper()
        defer { depth -= 1 }
        var members: [RecordedValue.Member] = []
        var keys: Set<String> = []
        if take("}") { return [] }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
            let key = try text()
            // For the usual number of keys, a search is faster.
            if members.count == 8 { keys = Set(members.map(\.key)) }
            let isNew = members.count < 8 ? !members.contains { $0.key == key } : keys.insert(key).inserted
            guard isNew else { throw expected("each key once") }
            guard take(":") else { throw expected("a colon") }
            members.append(RecordedValue.Member(key, try value()))
        } while take(",")
        guard take("}") else { throw expected("a comma or }") }
        return members
    }

    private mutating func elements() throws(RecordedValue.NotJSON) -> [RecordedValue] {
        try goDeeper()
        defer { depth -= 1 }
        var elements: [RecordedValue] = []
        if take("]") { return [] }
        repeat { elements.append(try value()) } while take(",")
        guard take("]") else { throw expected("a comma or ]") }
        return elements
    }

    private mutating func word(
        _ word: String, _ value: RecordedValue
    ) throws(RecordedValue.NotJSON) -> RecordedValue {
        guard bytes[position...].starts(with: word.utf8) else { throw expected("a JSON value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(RecordedValue.NotJSON) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(RecordedValue.NotJSON) {
        let start = position
        while let next, next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") { position += 1 }
        if position == start { throw expected("a digit") }
    }

    private mutating func text() throws(RecordedValue.NotJSON) -> String {
        position += 1
        let start = position
        skipPlain()
        if next == UInt8(ascii: "\"") {
            position += 1
            guard let text = String(validating: bytes[start..<(position - 1)], as: UTF8.self) else {
                throw expected("UTF-8")
            }
            return text
        }
        var units = Array(bytes[start..<position])
        while let unit = next, unit != UInt8(ascii: "\"") {
            guard unit >= 0x20 else { throw expected("a text without control characters") }
            if unit == UInt8(ascii: "\\") {
                position += 1
                try escape(into: &units)
                continue
            }
            let start = position
            skipPlain()
            units += bytes[start..<position]
        }
        guard next != nil else { throw expected("the end of the text") }
        position += 1
        guard let text = String(validating: units, as: UTF8.self) else { throw expected("UTF-8") }
        return text
    }

    private mutating func skipPlain() {
        while let unit = next, unit >= 0x20, unit != UInt8(ascii: "\""), unit != UInt8(ascii: "\\") { position += 1 }
    }

    private mutating func escape(into units: inout [UInt8]) throws(RecordedValue.NotJSON) {
        guard let letter = next else { throw expected("an escape") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(letter)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"): units += String(decoding: try utf16(), as: UTF16.self).utf8
        default: throw expected("an escape")
        }
    }

    /// One escaped unit, or two that belong together. Half of a pair alone becomes the replacement character.
    private mutating func utf16() throws(RecordedValue.NotJSON) -> [UInt16] {
        let first = try hexadecimal()
        guard UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) else { return [first] }
        position += 2
        return [first, try hexadecimal()]
    }

    private mutating func hexadecimal() throws(RecordedValue.NotJSON) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let unit = next, let digit = Character(Unicode.Scalar(unit)).hexDigitValue else {
                throw expected("four hexadecimal digits")
            }
            value = value << 4 + UInt16(digit)
            position += 1
        }
        return value
    }
}
