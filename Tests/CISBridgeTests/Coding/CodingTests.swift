import CISBridge
import Foundation
import Testing

/// Values are encoded and decoded as by Foundation's coders, except for dates and bytes, which have a format of their
/// own.
@Suite struct `Values on the wire` {
    private var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var single = encoder.singleValueContainer()
            try single.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        return encoder
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        return decoder
    }

    /// Checks that each coder decodes what the other has encoded.
    private func checkBothWays<Value: Codable & Equatable>(_ value: Value) throws {
        let tree = try TreeEncoder.encode(value)
        #expect(try decoder.decode(Value.self, from: Data(tree.bytes)) == value)
        let theirs = try JSONReader.read([UInt8](encoder.encode(value)))
        #expect(try TreeDecoder.decode(Value.self, from: theirs, code: .badAction, at: "") == value)
        #expect(try TreeDecoder.decode(Value.self, from: tree, code: .badAction, at: "") == value)
        // Encodes again, with the previous tree.
        let again = try TreeEncoder.encode(value, previous: tree)
        #expect(again == tree)
    }

    @Test func `properties of every kind are as Foundation's`() throws { try checkBothWays(Scalars()) }

    @Test func `elements of every kind are as Foundation's`() throws { try checkBothWays(Elements()) }

    @Test func `containers that are written by hand are as Foundation's`() throws { try checkBothWays(Nested()) }

    @Test func `single values of every kind are as Foundation's`() throws {
        let scalars = Scalars()
        try checkBothWays(Wrapped(scalars.truth))
        try checkBothWays(Wrapped(scalars.text))
        try checkBothWays(Wrapped(scalars.double))
        try checkBothWays(Wrapped(scalars.float))
        try checkBothWays(Wrapped(scalars.int))
        try checkBothWays(Wrapped(scalars.int8))
        try checkBothWays(Wrapped(scalars.int16))
        try checkBothWays(Wrapped(scalars.int32))
        try checkBothWays(Wrapped(scalars.int64))
        try checkBothWays(Wrapped(scalars.uint))
        try checkBothWays(Wrapped(scalars.uint8))
        try checkBothWays(Wrapped(scalars.uint16))
        try checkBothWays(Wrapped(scalars.uint32))
        try checkBothWays(Wrapped(scalars.uint64))
        try checkBothWays(Wrapped(scalars.some))
        try checkBothWays(Wrapped(scalars.none))
        try checkBothWays(Wrapped(scalars.date))
    }

    @Test func `a number that not every language can hold is not written`() {
        for value in [Int64.max, .min, 9_007_199_254_740_992, -9_007_199_254_740_992] {
            #expect(throws: EncodingError.self) { try TreeEncoder.encode([value]) }
            #expect(throws: EncodingError.self) { try TreeEncoder.encode(["a": value]) }
            #expect(throws: EncodingError.self) { try TreeEncoder.encode(Wrapped(value)) }
        }
    }

    @Test func `numbers that JSON does not have are texts`() throws {
        let tree = try TreeEncoder.encode([Double.nan, .infinity, -.infinity])
        #expect(String(decoding: tree.bytes, as: UTF8.self) == #"["NaN","Infinity","-Infinity"]"#)
        let read = try TreeDecoder.decode(
            [Double].self, from: try JSONReader.read(tree.bytes), code: .badAction, at: "")
        #expect(read[0].isNaN && read[1] == .infinity && read[2] == -.infinity)
    }

    @Test func `a date is read with and without fractions of a second`() throws {
        for text in ["2023-11-14T22:13:20.000Z", "2023-11-14T22:13:20Z"] {
            let date = try TreeDecoder.decode(Date.self, from: .text(text), code: .badAction, at: "")
            #expect(date == Date(timeIntervalSince1970: 1_700_000_000))
        }
    }

    @Test func `a decimal number is a text that loses no digit`() throws {
        for text in ["0", "-7", "0.1", "12.34", "12345678901234567890.12345678901234567", "NaN"] {
            let decimal = try TreeDecoder.decode(Decimal.self, from: .text(text), code: .badAction, at: "")
            #expect(decimal == Decimal(string: text) || decimal.isNaN && text == "NaN")
            #expect(try TreeEncoder.encode([decimal]) == .array([.text(text)]))
        }
        for text in ["", "12abc", "1,5", "1.", ".5", "--1", "\u{661}", " 1", String(repeating: "1", count: 1_000_000)] {
            let refusal = error([Decimal].self, "[\(JSONTree.text(text).text)]")
            #expect(refusal.hasPrefix("/action/0: a decimal number as text, not "), "\(text.prefix(20))")
        }
        #expect(error([Decimal].self, "[0.5]") == "/action/0: a decimal number as text, not 0.5")
    }

    // MARK: What cannot be read

    /// The error that decoding a wrong value throws, as "path: expected, not got".
    private func error<Value: Decodable>(_ type: Value.Type, _ json: String) -> String {
        do throws(WireError) {
            let tree = try JSONReader.read(Array(json.utf8))
            _ = try TreeDecoder.decode(type, from: tree, code: .badAction, at: "/action")
            return "none"
        } catch {
            return "\(error.at): \(error.expected), not \(error.got)"
        }
    }

    @Test func `a value of the wrong kind is named with its path`() {
        #expect(error([Bool].self, "[true, 1]") == "/action/1: a Boolean, not 1")
        #expect(error([String: String].self, #"{"a/b": null}"#) == "/action/a~1b: text, not null")
        #expect(error([Double].self, #"["one"]"#) == #"/action/0: a number, not "one""#)
        #expect(error([Int8].self, "[128]") == "/action/0: a whole number within -128...127, not 128")
        #expect(error([Int].self, "[0.5]") == "/action/0: a whole number within ±(2^53 - 1), not 0.5")
        #expect(error([Date].self, #"["yesterday"]"#) == #"/action/0: a date as ISO 8601, not "yesterday""#)
        #expect(error([Data].self, #"["%"]"#) == #"/action/0: bytes as base64, not "%""#)
        #expect(error([URL].self, "[7]") == "/action/0: a URL, not 7")
        #expect(error([Int].self, "{}").hasPrefix("/action: an array, not "))
        #expect(error([String: Int].self, "[]").hasPrefix("/action: an object, not "))
    }

    @Test func `missing elements are reported`() {
        #expect(error(Elements.self, "[true]") == "/action: more than 1 elements, not an array of 1")
    }

    @Test func `a key that is missing is named, with those that are there`() {
        struct Person: Decodable { let name: String }
        #expect(error(Person.self, #"{"nmae": "a"}"#) == "/action/name: a value, not nothing; the keys are nmae")
        #expect(error(Person.self, "{}") == "/action/name: a value, not nothing")
    }

    @Test func `the cases of an enum are named`() {
        #expect(error(Scalars.Kind.self, #"{"nothing": {}}"#) == "/action: plain, one, both, not nothing")
        #expect(error(Scalars.Kind.self, "3") == "/action: plain, one, both, not 3")
    }

    @Test func `an error of a custom initializer is reported with its text`() {
        struct Refusal: Error, CustomStringConvertible { let description = "an even number" }
        struct Even: Decodable {
            init(from decoder: any Decoder) throws {
                if try Int(from: decoder) % 2 != 0 { throw Refusal() }
            }
        }
        #expect(error([Even].self, "[2, 3]").contains("an even number"))
    }
}
