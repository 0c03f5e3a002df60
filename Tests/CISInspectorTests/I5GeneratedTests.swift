import CIS
import CISInspector
import CISTesting
import Foundation
import Testing

/// Assembles ``Ledger`` for the generated tests.
struct LedgerFixture: SceneFixture {
    func assemble(_ state: Ledger.State) -> SceneRuntime<Ledger> { Ledger.assemble(state) }
}

/// A generated test compiles and passes: `GeneratedLedgerTests.swift` is one, and runs with the others.
@MainActor
@Suite struct `I5 tests` {
    /// Also what the attempt to leave a literal would use.
    static let name = "\"x\\(y)\n\u{202E}é"

    @Test func `the generated test is the one that runs with the others`() async throws {
        var state = Ledger.State()
        state.log = [7]
        let scene = Ledger.assemble(state)
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.add(1))
        await scene.run(.rename(Self.name))
        await scene.run(.save(5))
        await scene.run(.openSheet)
        let test = try #require(GeneratedTest(try await recorder.recording(), name: "GeneratedLedgerTests"))
        // The file is in the module of the scene, which it need not import.
        let text = test.text().replacing("\n@testable import CISInspectorTests\n", with: "")
            .replacing(/recording of .*/, with: "recording of Ledger.")
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "GeneratedLedgerTests.swift")
        if ProcessInfo.processInfo.environment["CIS_WRITE_GENERATED"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `what cannot be expressed is said in a comment`() async throws {
        let scene = Vault.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.opened(Vault.Card(number: "1", holder: "Ann\n}")))
        let test = try #require(GeneratedTest(try await recorder.recording(), name: "T", fixture: "VaultScene"))
        let lines = test.text().split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("let state = Vault.State()"))
        #expect(lines.contains("await given(VaultScene(), state) { test in"))
        #expect(lines.contains(#"// Not expressible: .opened({number: "1", holder: "Ann\n}"})"#))
    }

    @Test func `a label that is no identifier is not written as one`() throws {
        let text = #"""
            {"cisrec":1}
            {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{}}
            {"i":2,"k":"action","t":1,"s":1,"case":"typed","v":{"typed":{"a: 1); evil(":2}},"opaque":"Action"}
            {"i":3,"k":"action","t":2,"s":1,"case":"typed","v":{"typed":{"_0":1,"at":2}},"opaque":"Action"}

            """#
        let test = try #require(GeneratedTest(try Recording(reading: Array(text.utf8)), name: "T")).text()
        #expect(!test.split(separator: "\n").contains { $0.contains("evil") && !$0.contains("//") })
        #expect(test.contains("Not expressible: .typed(a: 1); evil(: 2)"))
    }

    @Test(arguments: ["init", "self"])
    func `a case whose name is none behind a dot is not written as one`(name: String) throws {
        let text = #"""
            {"cisrec":1}
            {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{}}
            {"i":2,"k":"action","t":1,"s":1,"case":"\#(name)","v":{"\#(name)":{}},"opaque":"Action"}

            """#
        let test = try #require(GeneratedTest(try Recording(reading: Array(text.utf8)), name: "T")).text()
        #expect(test.contains("Not expressible: .\(name)\n"))
    }

    @Test(arguments: [("M.A.State", "A"), ("M.Outer.A.State", "Outer.A"), ("M.O<M.B>.A.State", "A"), ("M.State", "A")])
    func `a definition is named with the types around it`(state: String, name: String) throws {
        let types = #"{"name":"A","state":"\#(state)","fields":{},"mutation":"M","action":"A","notCodable":[]}"#
        let text = #"""
            {"cisrec":1}
            {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{},"types":\#(types)}

            """#
        let test = try #require(GeneratedTest(try Recording(reading: Array(text.utf8)), name: "T")).text()
        #expect(test.contains("let state: \(name).State = try recorded("))
    }

    @Test func `a value whose type may have no literal is decoded`() async throws {
        let store = DoorStore()
        let scene = SceneRuntime<Door>(controller: DoorController(store), store: store)
        let recorder = Recorder()
        recorder.record(scene)
        let address = try #require(URL(string: "https://cis.dev/door"))
        await scene.run(.opened(address))
        await scene.run(.named("front"))
        await scene.run(.chosen(nil))
        await scene.run(.priced([1.5: 2]))
        let test = try #require(GeneratedTest(try await recorder.recording(), name: "T")).text()
        let decoded = #"try recorded("{\"opened\":{\"_0\":\"https://cis.dev/door\"}}") as Door.Action"#
        #expect(test.contains("await test.when(\(decoded))\n"))
        #expect(test.contains(#"await test.when(.named("front"))"#))
        #expect(test.contains(#"await test.when(try recorded("{\"chosen\":{"#))
        #expect(test.contains(#"when(try recorded("{\"priced\":{\"_0\":[1.5,2]}}") as Door.Action)"#))
        #expect(test.contains(#"mutations: [try recorded("{\"weighed\":{\"_0\":\"inf\"}}")]"#))
    }

    @Test func `a text with the word try throws nothing`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.rename("try again"))
        let test = try #require(GeneratedTest(try await recorder.recording(), name: "T")).text()
        #expect(test.contains("\n        await given(LedgerFixture(), state) { test in\n"))
    }

    @Test func `an action is executed that another scene has caused by itself, and no other effect`() throws {
        let text = #"""
            {"cisrec":1}
            {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{}}
            {"i":2,"k":"open","t":0,"s":2,"name":"B","state":{}}
            {"i":3,"k":"action","t":1,"s":2,"case":"save","v":{"save":{}}}
            {"i":4,"k":"output","t":2,"s":2,"c":3,"case":"told","v":{"told":{}}}
            {"i":5,"k":"action","t":3,"s":1,"c":4,"case":"heard","v":{"heard":{}}}
            {"i":6,"k":"action","t":4,"s":1,"c":5,"case":"nested","v":{"nested":{}}}
            {"i":7,"k":"done","t":5,"of":6}
            {"i":8,"k":"done","t":5,"of":5}
            {"i":9,"k":"done","t":5,"of":3}
            {"i":10,"k":"action","t":6,"s":1,"case":"open","v":{"open":{}}}
            {"i":11,"k":"output","t":7,"s":2,"c":10,"case":"told","v":{"told":{}}}
            {"i":12,"k":"action","t":8,"s":1,"c":11,"case":"heard","v":{"heard":{}}}

            """#
        let recording = try Recording(reading: Array(text.utf8))
        for (scene, actions) in [(1, ["heard", "open"]), (2, ["save"])] {
            let test = try #require(GeneratedTest(recording, name: "T", scene: scene)).text()
            let lines = test.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.filter { $0.contains("test.when(") } == actions.map { "await test.when(.\($0))" })
        }
    }

    @Test(arguments: ["", "a b", "1a", "x{}", "a\nb", "class", "_", "Self", "Vault", "VaultFixture", "String"])
    func `a name that cannot be that of the suite is refused`(name: String) async throws {
        let scene = Vault.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        let recording = try await recorder.recording()
        #expect(GeneratedTest(recording, name: name) == nil)
        // A fixture may have the names of other types.
        let isType = ["Vault", "VaultFixture", "String"].contains(name)
        #expect((GeneratedTest(recording, name: "T", fixture: name) != nil) == isType)
    }
}

/// A scene whose values look like texts in a recording.
private enum Door: SceneDefinition {
    enum Action: Sendable, Codable { case opened(URL), named(String), chosen(Int?), priced([Double: Int]) }
    typealias UseCase = Never
    enum Mutation: Sendable, Codable { case weighed(Double) }
    struct State: SceneState, Codable {
        var weight = 0.0
        var domainState = NoDomainState()
        init() {}
        enum CodingKeys: CodingKey { case weight }
    }
}

private final class DoorStore: Store {
    let publisher = StatePublisher(Door.State())
    nonisolated static func mutate(_ state: inout Door.State, by mutation: Door.Mutation) {
        if case .weighed(let weight) = mutation { state.weight = weight }
    }
}

private final class DoorController: Controller {
    private let store: DoorStore
    init(_ store: DoorStore) { self.store = store }
    func handle(_ action: Door.Action) async { store.execute(.weighed(.infinity)) }
}
