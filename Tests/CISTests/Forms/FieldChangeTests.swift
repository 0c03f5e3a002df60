import CIS
import Foundation
import Testing

/// A form with fields of several kinds, one of which is not listed.
struct Card: FormFields, Equatable {
    enum Suit: String, Codable, LosslessStringConvertible {
        case hearts, spades
        var description: String { rawValue }
        init?(_ description: String) { self.init(rawValue: description) }
    }
    struct Size: Codable, Equatable { var width = 1, height = 2 }

    var title = ""
    var count = 0
    var isOpen = false
    var note: String?
    var suit = Suit.hearts
    var size = Size()
    var secret = 0

    static let fields = [
        field("title", \.title), field("count", \.count), field("isOpen", \.isOpen), field("note", \.note),
        field("suit", \.suit), field("size", \.size), field("width", \.size.width),
    ]
}

@Suite struct `Change of a field` {
    typealias Change = FieldChange<Card>

    @Test func `it changes its field and nothing else`() {
        var card = Card()
        card.apply(Change(\.title, "Swift"))
        card.apply(Change(\.note, "new"))
        card.apply(Change(\.size.width, 7))
        #expect(card == Card(title: "Swift", note: "new", size: Card.Size(width: 7, height: 2)))
        card.apply(Change(\.note, nil))
        #expect(card.note == nil)
    }

    @Test func `it is a value that can be compared and printed`() {
        #expect(Change(\.title, "a") == Change(\.title, "a"))
        #expect(Change(\.title, "a") != Change(\.title, "b"))
        #expect(Change(\.count, 1) != Change(\.size.width, 1))
        #expect("\(Change(\.title, "a"))" == #"title = "a""#)
        #expect("\(Change(\.suit, .spades))" == "suit = spades")
        #expect(
            Mirror(reflecting: Change(\.count, 3)).children.map { "\($0.label ?? ""): \($0.value)" } == ["count: 3"])
    }

    @Test func `a change of a part that is not there any more changes nothing`() {
        struct Letter: FormFields, Equatable {
            var address: Card? = Card()
            var lines = ["a", "b"]
            static let fields = [field("title", \.address!.title), field("second", \.lines[1])]
        }
        var letter = Letter()
        letter.apply(FieldChange(\.address!.title, "Swift"))
        letter.apply(FieldChange(\.lines[1], "c"))
        #expect(letter == Letter(address: Card(title: "Swift"), lines: ["a", "c"]))
        let gone = Letter(address: nil, lines: ["a"])
        letter = gone
        letter.apply(FieldChange(\.address!.title, "Swift"))
        letter.apply(FieldChange(\.lines[1], "c"))
        #expect(letter == gone)
    }

    @Test func `a change of a part that cannot be checked changes nothing and is reported`() {
        struct Letter: FormFields, Equatable {
            var first: Card?
            var card: Card? {
                get { first }
                set { first = newValue }
            }
            static let fields = [field("title", \.card!.title)]
        }
        let reports = ReportLog()
        var letter = Letter()
        DiagnosticReporter.$current.withValue(reports.reporter) {
            letter.apply(FieldChange(\.card!.title, "Swift"))
        }
        #expect(letter == Letter())
        #expect(reports.kinds.count == 1)
    }

    @Test func `the change of one field is recognized by its path`() {
        let change = Change(\.count, 3)
        #expect(change.value(of: \.count) == 3)
        #expect(change.value(of: \.size.width) == nil)
        #expect(change.value(of: \.title) == nil)
        #expect(change.value(of: \.secret) == nil)
    }

    @Test func `a field that is not listed is reported and not changed`() throws {
        let reports = ReportLog()
        let line: UInt = #line + 2
        let change = DiagnosticReporter.$current.withValue(reports.reporter) {
            Change(\.secret, 1)
        }
        var card = Card()
        card.apply(change)
        #expect(card == Card())
        let report = try #require(reports.all.first)
        #expect(reports.all.count == 1)
        #expect(report.isMisuse)
        #expect("\(report)".contains("Card does not list the field"))
        #expect(report.callSite == CallSite(fileID: #fileID, line: line))
        #expect(change.value(of: \.secret) == nil)
        #expect("\(change)".hasSuffix("(not listed)"))
        #expect(change == change)
        #expect(change != Change(\.count, 1))
    }

    // MARK: By name

    @Test(arguments: [
        ("title", "Swift", #"title = "Swift""#), ("count", "-12", "count = -12"), ("isOpen", "true", "isOpen = true"),
        ("suit", "spades", "suit = spades"), ("width", "9", "width = 9"),
    ])
    func `a change is made from a name and a text, as in a terminal`(name: String, text: String, printed: String) throws
    {
        #expect("\(try Change(name: name, text: text))" == printed)
    }

    @Test func `an unknown name is an error that lists the names of the form`() {
        let error = #expect(throws: FieldError.self) { try Change(name: "titel", text: "x") }
        #expect(error?.code == .noSuchField)
        #expect(
            error?.description
                == "Card has no field titel. It has: title, count, isOpen, note, suit, size, width.")
    }

    @Test func `a text of the wrong type is an error that names field and type`() {
        let error = #expect(throws: FieldError.self) { try Change(name: "count", text: "many") }
        #expect(error?.code == .wrongValue)
        #expect(error?.description == #"The field count of Card takes Int, not "many"."#)
        #expect(throws: FieldError.self) { try Change(name: "size", text: "1x2") }
        #expect(throws: FieldError.self) { try Change(name: "suit", text: "clubs") }
    }

    // MARK: As JSON

    private func decode(_ text: String) throws -> Change {
        try JSONDecoder().decode(Change.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        Change(\.title, "견적"), Change(\.count, 3), Change(\.isOpen, true), Change(\.note, "x"), Change(\.note, nil),
        Change(\.suit, .spades), Change(\.size, Card.Size(width: 3, height: 4)),
    ])
    func `a change that is encoded can be decoded`(change: Change) throws {
        #expect(try JSONDecoder().decode(Change.self, from: JSONEncoder().encode(change)) == change)
    }

    @Test func `it is written as name and value`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(Change(\.title, "Swift")), as: UTF8.self)
        #expect(text == #"{"name":"title","value":"Swift"}"#)
    }

    @Test func `an action that carries it is decoded like any other`() throws {
        enum Action: Codable, Equatable { case edit(FieldChange<Card>) }
        let text = #"{"edit":{"_0":{"name":"count","value":5}}}"#
        #expect(try JSONDecoder().decode(Action.self, from: Data(text.utf8)) == .edit(FieldChange(\.count, 5)))
    }

    @Test(arguments: [
        (#"{"name":"titel","value":"x"}"#, "name", "Card has no field titel. It has: title, "),
        (#"{"name":"count","value":"x"}"#, "value", #"The field count of Card takes Int, not "x"."#),
        (#"{"name":"count","value":1.5}"#, "value", "The field count of Card takes Int, not 1.5."),
        (#"{"name":"count","value":99999999999999999999}"#, "value", "The field count of Card takes Int, not 1"),
        (#"{"name":"title","value":7}"#, "value", "The field title of Card takes String, not 7."),
        (#"{"name":"title","value":null}"#, "value", "The field title of Card takes String, not nothing."),
        (#"{"name":"title"}"#, "value", "The field title of Card takes String, not nothing."),
        (#"{"name":"title","value":true}"#, "value", "The field title of Card takes String, not true."),
        (#"{"name":"title","value":["x"]}"#, "value", "The field title of Card takes String, not a list or an object."),
        (#"{"name":"suit","value":"clubs"}"#, "value", #"The field suit of Card takes Suit, not "clubs"."#),
        (#"{"name":"secret","value":1}"#, "name", "Card has no field secret. It has: title, "),
    ])
    func `a wrong name or value is an error that names field and expected type`(
        text: String, key: String, sentence: String
    ) throws {
        let error = #expect(throws: DecodingError.self) { try decode(text) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == [key])
        #expect(context.debugDescription.hasPrefix(sentence), "\(context.debugDescription)")
        #expect(context.underlyingError is FieldError)
    }
}
