import Foundation

/// Every kind of value that `Codable` knows, in properties.
struct Scalars: Codable, Equatable {
    var truth = true
    var text = "견적 🧾 \"quoted\"\n"
    var double = 0.1
    var float: Float = 0.1
    var int = -1
    var int8 = Int8.min
    var int16 = Int16.min
    var int32 = Int32.min
    var int64: Int64 = -9_007_199_254_740_991
    var uint: UInt = 1
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64: UInt64 = 9_007_199_254_740_991
    var none: Int?
    var some: Int? = 1
    var date = Date(timeIntervalSince1970: 1_700_000_000.125)
    var data = Data([0, 1, 254, 255])
    var url = URL(string: "https://example.com/a%20b?c=d")
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var byText = ["b": 1, "a/~": 2]
    var byNumber = [3: "c"]
    var list = [[1.5], []]
    var kind = Kind.both(1, named: "x")
    var kinds: [Kind] = [.plain, .one(2)]

    enum Kind: Codable, Equatable {
        case plain
        case one(Int)
        case both(Int, named: String)
    }
}

/// The same values in an unkeyed container, encoded and decoded one by one.
struct Elements: Codable, Equatable {
    var scalars = Scalars()

    init() {}

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(scalars.truth)
        try list.encode(scalars.text)
        try list.encode(scalars.double)
        try list.encode(scalars.float)
        try list.encode(scalars.int)
        try list.encode(scalars.int8)
        try list.encode(scalars.int16)
        try list.encode(scalars.int32)
        try list.encode(scalars.int64)
        try list.encode(scalars.uint)
        try list.encode(scalars.uint8)
        try list.encode(scalars.uint16)
        try list.encode(scalars.uint32)
        try list.encode(scalars.uint64)
        try list.encodeNil()
        try list.encode(scalars.date)
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        scalars.truth = try list.decode(Bool.self)
        scalars.text = try list.decode(String.self)
        scalars.double = try list.decode(Double.self)
        scalars.float = try list.decode(Float.self)
        scalars.int = try list.decode(Int.self)
        scalars.int8 = try list.decode(Int8.self)
        scalars.int16 = try list.decode(Int16.self)
        scalars.int32 = try list.decode(Int32.self)
        scalars.int64 = try list.decode(Int64.self)
        scalars.uint = try list.decode(UInt.self)
        scalars.uint8 = try list.decode(UInt8.self)
        scalars.uint16 = try list.decode(UInt16.self)
        scalars.uint32 = try list.decode(UInt32.self)
        scalars.uint64 = try list.decode(UInt64.self)
        guard try list.decodeNil() else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "not null")
        }
        scalars.date = try list.decode(Date.self)
        guard list.isAtEnd, list.count == 16 else {
            throw DecodingError.dataCorruptedError(
                in: list, debugDescription: "\(list.currentIndex) of \(list.count ?? -1)")
        }
    }
}

/// One value without a container around it.
struct Wrapped<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(value)
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

/// Nested containers, encoded by hand, and the container of a superclass.
struct Nested: Codable, Equatable {
    var name = "a"
    var numbers = [1, 2]
    var pair = ["x", "y"]
    var base = "base"
    var other = "other"

    init() {}

    private enum Key: CodingKey { case outer, numbers, other }
    private enum InnerKey: CodingKey { case name, pair }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: InnerKey.self, forKey: .outer)
        var list = outer.nestedUnkeyedContainer(forKey: .numbers)
        // The container is filled after the next one was opened, and both are filled alternately.
        try inner.encode(name, forKey: .name)
        for number in numbers { try list.encode(number) }
        var innermost = inner.nestedUnkeyedContainer(forKey: .pair)
        var object = innermost.nestedContainer(keyedBy: InnerKey.self)
        try object.encode(pair[0], forKey: .name)
        var array = innermost.nestedUnkeyedContainer()
        try array.encode(pair[1])
        try base.encode(to: innermost.superEncoder())
        try base.encode(to: outer.superEncoder())
        try other.encode(to: outer.superEncoder(forKey: .other))
    }

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        let inner = try outer.nestedContainer(keyedBy: InnerKey.self, forKey: .outer)
        var list = try outer.nestedUnkeyedContainer(forKey: .numbers)
        name = try inner.decode(String.self, forKey: .name)
        numbers = []
        while !list.isAtEnd { numbers.append(try list.decode(Int.self)) }
        var innermost = try inner.nestedUnkeyedContainer(forKey: .pair)
        let object = try innermost.nestedContainer(keyedBy: InnerKey.self)
        var array = try innermost.nestedUnkeyedContainer()
        pair = [try object.decode(String.self, forKey: .name), try array.decode(String.self)]
        base = try String(from: innermost.superDecoder())
        guard try String(from: outer.superDecoder()) == base else {
            throw DecodingError.dataCorruptedError(forKey: .other, in: outer, debugDescription: "another base")
        }
        other = try String(from: outer.superDecoder(forKey: .other))
    }
}
