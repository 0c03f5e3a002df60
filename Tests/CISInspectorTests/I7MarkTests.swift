import CIS
import CISInspector
import CISWorkers
import Foundation
import Testing

/// What is marked, or secret, is left out wherever it stands in a value.
@MainActor
@Suite struct `I7 marks` {
    /// Records a mutation, and returns its line and the whole file.
    private func recorded<Value: Sendable>(
        _ value: Value, redacting redaction: Redaction = Redaction()
    ) async throws -> (json: String?, file: String, recording: Recording) {
        let store = ProbeStore<Value>()
        let scene = SceneRuntime<Probe<Value>>(store: store)
        let recorder = Recorder(redacting: redaction)
        recorder.record(scene)
        store.execute(value)
        let bytes = await recorder.bytes()
        let recording = try Recording(reading: bytes)
        #expect(recording.problems == [])
        let mutation = recording.lines.last { $0.kind == .mutation }
        return (mutation?.value?.json, String(decoding: bytes, as: UTF8.self), recording)
    }

    @Test func `the change of a secret field is left out, with and without a coding`() async throws {
        let coded = try await recorded(CodedEdit.edited(FieldChange(\.password, "planted")))
        #expect(
            coded.json
                == #"{"edited":{"_0":{"name":"password","value":{"$redacted":"SecretMask<String>"}}}}"#)
        #expect(!coded.file.contains("planted") && coded.file.contains(#""redacted":true"#))
        let plain = try await recorded(Edit.edited(FieldChange(\.password, "planted")))
        #expect(!plain.file.contains("planted") && plain.file.contains(#""redacted":true"#))
        let forwarded = try await recorded(Forwarding(change: FieldChange(\.password, "planted")))
        #expect(!forwarded.file.contains("planted") && forwarded.file.contains(#""redacted":true"#))
        let open = try await recorded(CodedEdit.edited(FieldChange(\.title, "shown")))
        #expect(open.json == #"{"edited":{"_0":{"name":"title","value":"shown"}}}"#)
        // For a host the encoding contains the value.
        let sent = try JSONEncoder().encode(FieldChange(\SignUp.password, "sent"))
        #expect(String(decoding: sent, as: UTF8.self).contains("sent"))
    }

    @Test func `a marked case is left out inside of other values`() async throws {
        let marked = Redaction(cases: ["typed"])
        let coded = try await recorded(
            [CodedOuter.inner(.typed("planted"), [.typed("planted"), .cleared])], redacting: marked)
        let left = #"{"typed":{"$redacted":"payload"}}"#
        #expect(coded.json == #"[{"inner":{"_0":\#(left),"_1":[\#(left),{"cleared":{}}]}}]"#)
        let plain = try await recorded(
            Outer.inner(.typed("planted"), [.typed("planted"), .cleared]), redacting: marked)
        #expect(plain.json == #"{"inner":{"_0":\#(left),"_1":[\#(left),{"cleared":{}}]}}"#)
    }

    @Test func `a mark does not trust a coding that exchanges the names`() async throws {
        let value = Exchanged(token: "planted", name: "Ann")
        let line = try await recorded(value, redacting: Redaction(\Exchanged.token))
        #expect(line.json == #"{"token":{"$redacted":"String"},"name":"Ann"}"#)
        let below = try await recorded(Holder(value: value), redacting: Redaction(\Holder.value.token))
        #expect(below.json == #"{"value":{"token":{"$redacted":"String"},"name":"Ann"}}"#)
    }

    @Test func `a mark of an optional holds for what is in it`() async throws {
        let value = Exchanged(token: "planted", name: "Ann")
        let line = try await recorded(Locker(value: value), redacting: Redaction(\Optional<Exchanged>.self))
        #expect(line.json == #"{"value":{"$redacted":"Exchanged"}}"#)
    }

    @Test func `a mark of a class holds for its subclasses`() async throws {
        let line = try await recorded([Derived(token: "planted")], redacting: Redaction(\Base.token))
        #expect(line.json == #"[{"$redacted":"Derived"}]"#)
    }

    @Test func `a mirror of its own shows nothing that is marked`() async throws {
        let value = Exchanged(token: "planted", name: "Ann")
        let odd = try await recorded(Odd(value: value), redacting: Redaction(\Exchanged.token))
        #expect(odd.json == #"{"Odd":{}}"#)
        let shell = try await recorded(Shell(object: Shown(token: "planted")), redacting: Redaction(\Base.token))
        #expect(shell.json == #"{"object":{"$opaque":"Shown","text":""}}"#)
    }

    @Test func `a field is told from another one with an underscore`() async throws {
        let line = try await recorded(Twins(), redacting: Redaction(\Twins.token))
        #expect(line.json == #"{"_token":"shown","token":{"$redacted":"String"}}"#)
    }

    @Test func `marks of texts, numbers, addresses and data leave out the value`() async throws {
        let all = Redaction(
            \String.count, \Int.self, \Double.self, \URL.scheme, \Data.count, \Decimal.isNaN, \Bool.self)
        let line = try await recorded(Simple(), redacting: all)
        let names = ["String", "Int", "Double", "URL", "Data", "Decimal", "Bool"]
        let members = names.map { #""\#($0.lowercased())":{"$redacted":"\#($0)"}"# }
        #expect(line.json == "{\(members.joined(separator: ","))}")
    }

    @Test func `keys that are left out stay apart`() async throws {
        let keys = [Secret("planted-1"): 1, Secret("planted-2"): 2]
        let line = try await recorded(Keys(keys: keys))
        let key = #"{\"$redacted\":\"Secret<String>\"}"#
        #expect(line.json == #"{"keys":{"\#(key)":1,"\#(key) 2":2}}"#)
    }

    @Test func `a key that chooses its name in a coding is left out, too`() async throws {
        let left = #"{\"text\":{\"$redacted\":\"String\"}}"#
        let marked = try await recorded([Name(text: "planted"): 1], redacting: Redaction(\Name.text))
        #expect(marked.json == #"{"\#(left)":1}"#)
        let open = try await recorded([Name(text: "b"): 1, Name(text: "a"): 2], redacting: Redaction(\Base.token))
        #expect(open.json == #"{"a":2,"b":1}"#)
    }

    @Test func `the id of an element is not in its place if anything is marked`() async throws {
        for (redaction, place) in [(Redaction(), "planted"), (Redaction(\SignUp.title), "rows 2")] {
            let scene = SceneRuntime<RowHolder>(store: RowHolderStore())
            scene.list(\.rows) { _, _ in SceneRuntime<Probe<Int>>(store: ProbeStore<Int>()) }
            let recorder = Recorder(redacting: redaction)
            recorder.record(scene)
            let bytes = await recorder.bytes()
            #expect(try Recording(reading: bytes).scenes.last?.place == place)
            #expect(String(decoding: bytes, as: UTF8.self).contains(#""place":"planted""#) == (place == "planted"))
        }
    }
}

private enum Probe<Value: Sendable>: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Value
    struct State: SceneState {
        var domainState = NoDomainState()
    }
}

private final class ProbeStore<Value: Sendable>: Store {
    let publisher = StatePublisher(Probe<Value>.State())
    nonisolated static func mutate(_ state: inout Probe<Value>.State, by mutation: Value) {}
}

private struct SignUp: FormFields {
    var title = ""
    @Secret var password = ""
    static let fields = [field("title", \.title), field("password", \.password)]
}

private enum Edit: Sendable { case edited(FieldChange<SignUp>) }
private enum CodedEdit: Sendable, Codable { case edited(FieldChange<SignUp>) }

/// Its coding is that of the change.
private struct Forwarding: Sendable, Codable {
    let change: FieldChange<SignUp>
    init(change: FieldChange<SignUp>) { self.change = change }
    init(from decoder: any Decoder) throws { change = try FieldChange(from: decoder) }
    func encode(to encoder: any Encoder) throws { try change.encode(to: encoder) }
}

private enum Inner: Sendable, Codable { case typed(String), cleared }
private enum Outer: Sendable { case inner(Inner, [Inner]) }
private enum CodedOuter: Sendable, Codable { case inner(Inner, [Inner]) }

private struct Exchanged: Sendable, Codable {
    var token: String
    var name: String
    enum CodingKeys: String, CodingKey { case token = "name", name = "token" }
}

private struct Holder: Sendable, Codable { var value: Exchanged }
private struct Locker: Sendable, Codable { var value: Exchanged? }

// Unchecked because a class that is not final cannot be checked. It has no variables.
private class Base: Codable, @unchecked Sendable {
    let token: String
    init(token: String) { self.token = token }
}

private final class Derived: Base, @unchecked Sendable {}

private final class Shown: Base, CustomReflectable, @unchecked Sendable {
    var customMirror: Mirror { Mirror(self, children: ["token": token], displayStyle: .struct) }
}

private struct Shell: Sendable { let object: Shown }

private struct Odd: Sendable, CustomReflectable, CustomStringConvertible {
    let value: Exchanged
    var description: String { value.token }
    var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

private struct Twins: Sendable {
    var _token = "shown"
    var token = "planted"
}

private struct Simple: Sendable, Codable {
    var string = "planted"
    var int = 1
    var double = 1.5
    var url = URL(filePath: "/planted")
    var data = Data("planted".utf8)
    var decimal = Decimal(1)
    var bool = true
}

private struct Name: Sendable, Codable, Hashable, CodingKeyRepresentable {
    struct Coding: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var text: String
    var codingKey: any CodingKey { Coding(stringValue: text) }
    init(text: String) { self.text = text }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }
}

private struct Keys: Sendable { let keys: [Secret<String>: Int] }

private enum RowHolder: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Never
    struct Row: Sendable, Identifiable { let id: String }
    struct State: SceneState {
        var rows = SceneList([Row(id: "planted")])
        var domainState = NoDomainState()
    }
}

private final class RowHolderStore: Store {
    let publisher = StatePublisher(RowHolder.State())
    nonisolated static func mutate(_ state: inout RowHolder.State, by mutation: Never) {}
}
