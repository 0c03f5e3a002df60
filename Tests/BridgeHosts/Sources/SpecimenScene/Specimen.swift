import CIS
import Foundation

/// A value of every kind that a schema describes. Hosts in other languages read each and send it back.
indirect enum Specimen: Sendable, Codable, Hashable {
    case plain
    case unlabelled(Int, String)
    case labelled(name: String, at: Date)
    case again(Specimen)
    case integers(Integers)
    case numbers(Numbers)
    case texts(Texts)
    case optionals(Optionals)
    case choices([Colour], Level, Renamed)
    case collections(Collections)
    case foundation(Foundations)
    case generic(Pair<String, [Int]>, Box<Box<Bool>>)
    case keyed(SceneList<Row>)
    case node(Node)
    case coded(Wrapper, Loose)
    case awkward(Nothing, Message, Record, LineEnd)

    struct Integers: Sendable, Codable, Hashable {
        var int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64
        var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64
        /// An integer that not every language can represent.
        var greater: String
    }

    struct Numbers: Sendable, Codable, Hashable {
        var doubles: [Double]
        var float: Float

        // Compares bits, because NaN is unequal to itself. JavaScript writes -0 as 0.
        static func == (left: Numbers, right: Numbers) -> Bool {
            left.float == right.float && left.doubles.count == right.doubles.count
                && zip(left.doubles, right.doubles).allSatisfy { $0 == $1 || $0.bitPattern == $1.bitPattern }
        }
        func hash(into hasher: inout Hasher) { hasher.combine(float) }
    }

    struct Texts: Sendable, Codable, Hashable {
        var all: [String]

        // Compares bytes, because texts that look the same are equal in Swift.
        static func == (left: Texts, right: Texts) -> Bool {
            left.all.map { Array($0.utf8) } == right.all.map { Array($0.utf8) }
        }
        func hash(into hasher: inout Hasher) { hasher.combine(all.count) }
    }

    struct Optionals: Sendable, Codable, Hashable {
        enum Maybe: Sendable, Codable, Hashable { case maybe(Int?, named: String?) }

        var number: Int?
        /// `.some(nil)` arrives as `nil`: JSON has one `null`.
        var twice: Int??
        var list: [String?]
        var box: Box<Int?>?
        var inCase: Maybe
    }

    enum Colour: String, Sendable, Codable, Hashable { case red, green = "grün \"🥦\"" }
    enum Level: Int, Sendable, Codable, Hashable { case low = -1, high = 10 }
    enum Renamed: Sendable, Codable, Hashable {
        case first(value: Int)
        private enum CodingKeys: String, CodingKey { case first = "1st" }
    }

    struct Collections: Sendable, Codable, Hashable {
        var lists: [[Int]]
        var set: Set<String>
        var byText: [String: Int]
        var byNumber: [Int: String]
        /// Encoded as a list in which keys and values alternate.
        var byID: [UUID: Int]
    }

    struct Foundations: Sendable, Codable, Hashable {
        var date: Date
        var data: [Data]
        var url: URL
        var uuid: UUID
        var price: Decimal
    }

    struct Pair<First: Sendable & Codable & Hashable, Second: Sendable & Codable & Hashable>: Sendable, Codable,
        Hashable
    {
        var first: First
        var second: Second
    }
    struct Box<Content: Sendable & Codable & Hashable>: Sendable, Codable, Hashable { var content: Content }
    struct Row: Sendable, Codable, Hashable, Identifiable {
        var id: Int
        var title: String
    }

    /// A type without members.
    struct Nothing: Sendable, Codable, Hashable {}
    /// Texts that have to be escaped in the source of every language.
    enum LineEnd: String, Sendable, Codable, Hashable { case windows = "\r\n", other = "tab\tor ??/" }

    /// A type that contains itself.
    struct Node: Sendable, Codable, Hashable {
        var name: String
        var children: [Node]
    }

    /// A type that is encoded as another type.
    struct Wrapper: Sendable, Codable, Hashable {
        var value: Int
        init(value: Int) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// A type whose keys are data.
    struct Loose: Sendable, Codable, Hashable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        var members: [String: Bool]
        init(members: [String: Bool]) { self.members = members }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let members = try container.allKeys.map { ($0.stringValue, try container.decode(Bool.self, forKey: $0)) }
            self.members = Dictionary(members) { $1 }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in members { try container.encode(value, forKey: Key(stringValue: key)) }
        }
    }
}

/// A type that is called like a part of the client in Python.
struct Message: Sendable, Codable, Hashable { var text: String }
/// A type that is called like one that TypeScript knows.
struct Record: Sendable, Codable, Hashable { var message: Message }
