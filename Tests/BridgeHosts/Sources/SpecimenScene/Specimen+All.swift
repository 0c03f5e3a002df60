import CIS
import Foundation

extension Specimen {
    /// Each case, with values that languages treat differently.
    static let all: [Specimen] = [
        .plain,
        .unlabelled(-7, "seven"),
        .labelled(name: "", at: Date(timeIntervalSince1970: 1_700_000_000.125)),
        .again(.again(.plain)),
        .integers(
            Integers(
                int: -9_007_199_254_740_991, int8: .min, int16: .min, int32: .min, int64: -9_007_199_254_740_991,
                uint: 0,
                uint8: .min, uint16: .min, uint32: .min, uint64: 0, greater: "-9223372036854775808")),
        .integers(
            Integers(
                int: 9_007_199_254_740_991, int8: .max, int16: .max, int32: .max, int64: 9_007_199_254_740_991,
                uint: 9_007_199_254_740_991, uint8: .max, uint16: .max, uint32: .max, uint64: 9_007_199_254_740_991,
                greater: "18446744073709551615")),
        .numbers(
            Numbers(
                doubles: [
                    0.1, 1, -1.5, 1e21, 1e-7, 123_456_789.125, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
                    .nan,
                    .infinity, -.infinity,
                ], float: 0.1)),
        .texts(
            Texts(all: [
                "", "견적 🧾", "👩‍👩‍👧‍👦", "e\u{301}", "é", "\"\\/", "\u{2028}\u{2029}\u{FEFF}",
                String(String.UnicodeScalarView((0...0x1F).compactMap(Unicode.Scalar.init))) + "\u{7F}\u{80}\u{10FFFF}",
                "NaN", "null", "<script>&amp;",
            ])),
        .optionals(Optionals(number: nil, twice: nil, list: [nil, ""], box: nil, inCase: .maybe(nil, named: nil))),
        .optionals(Optionals(number: 0, twice: 0, list: [], box: Box(content: nil), inCase: .maybe(0, named: ""))),
        .optionals(
            Optionals(number: 1, twice: 1, list: ["a", nil], box: Box(content: 2), inCase: .maybe(3, named: "b"))),
        .choices([.red, .green], .low, .first(value: 1)),
        .choices([], .high, .first(value: -1)),
        .collections(Collections(lists: [], set: [], byText: [:], byNumber: [:], byID: [:])),
        .collections(
            Collections(
                lists: [[], [1, 2]], set: ["한글"],
                byText: ["": 0, "a/b~c": 1, "한글 🥛": 2, "__proto__": 3, "constructor": 4, "\"": 5],
                byNumber: [-1: "minus", 10: "ten"],
                byID: [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)): 1])),
        .foundation(
            Foundations(
                date: Date(timeIntervalSince1970: -0.5), data: [Data(), Data([0, 1, 254, 255])],
                url: URL(string: "https://example.com/a%20b?c=%ED%95%9C#d") ?? URL(filePath: "/"),
                uuid: UUID(uuid: (255, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
                price: Decimal(sign: .minus, exponent: -2, significand: 1_234))),
        .generic(Pair(first: "one", second: [1, 2]), Box(content: Box(content: true))),
        .keyed([]),
        .keyed([Row(id: 2, title: "b"), Row(id: 1, title: "a")]),
        .node(Node(name: "root", children: [Node(name: "leaf", children: []), Node(name: "", children: [])])),
        .coded(Wrapper(value: 5), Loose(members: ["a": true, "b c": false])),
        .awkward(Nothing(), Message(text: "a"), Record(message: Message(text: "b")), .windows),
        .awkward(Nothing(), Message(text: ""), Record(message: Message(text: "")), .other),
    ]
}
