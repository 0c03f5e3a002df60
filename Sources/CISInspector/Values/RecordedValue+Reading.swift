internal import Foundation

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
        return skip(character)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func value() throws(RecordedValue.NotJSON) -> RecordedValue {
        skipSpace()
        switch next ?? 0 {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["):
            var elements: [RecordedValue] = []
            try list(until: "]") { (reader) throws(RecordedValue.NotJSON) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default:
            let words: [(String, RecordedValue)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
            guard let (word, value) = words.first(where: { bytes[position...].starts(with: $0.0.utf8) })
            else { throw expected("a JSON value") }
            position += word.utf8.count
            return value
        }
    }

    private mutating func members() throws(RecordedValue.NotJSON) -> [RecordedValue.Member] {
        var members: [RecordedValue.Member] = []
        try list(until: "}") { (reader) throws(RecordedValue.NotJSON) in
            reader.skipSpace()
            guard reader.next == UInt8(ascii: "\"") else { throw reader.expected("a key in quotation marks") }
            let key = try reader.text()
            guard reader.take(":") else { throw reader.expected("a colon") }
            members.append(RecordedValue.Member(key, try reader.value()))
        }
        guard Set(members.map(\.key)).count == members.count else { throw expected("each key once") }
        return members
    }

    private mutating func list(
        until end: Unicode.Scalar, _ item: (inout JSONTextReader) throws(RecordedValue.NotJSON) -> Void
    ) throws(RecordedValue.NotJSON) {
        depth += 1
        position += 1
        defer { depth -= 1 }
        if depth > 128 { throw expected("at most 128 levels") }
        if take(end) { return }
        repeat { try item(&self) } while take(",")
        guard take(end) else { throw expected("a comma or \(end)") }
    }

    private mutating func number() throws(RecordedValue.NotJSON) -> String {
        let start = position
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
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
        let start = position
        var isEscaped = false
        position += 1
        while let unit = next, unit != UInt8(ascii: "\"") {
            guard unit >= 0x20 else { throw expected("a text without control characters") }
            if unit == UInt8(ascii: "\\") { isEscaped = true }
            position += unit == UInt8(ascii: "\\") ? 2 : 1
        }
        guard skip("\"") else { throw expected("the end of the text") }
        // Escapes are rare, so Foundation reads them.
        let text =
            if isEscaped {
                try? JSONDecoder().decode(String.self, from: Data(bytes[start..<position]))
            } else {
                String(validating: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
            }
        guard let text else { throw expected("a text of UTF-8, with escapes of JSON") }
        return text
    }
}
