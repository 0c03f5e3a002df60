import CIS
import CISWorkers
import Foundation
import Testing

/// A form with a password, which must appear in no text.
private struct Login: FormFields, Equatable {
    var name = ""
    @Secret var password = ""
    var pin = ""
    static let fields = [
        field("name", \.name), field("password", \.password), field("pin", \.pin, isSecret: true),
    ]
}

private enum LoginScene: SceneDefinition {
    enum Action: Sendable, Equatable { case edit(FieldChange<Login>) }
    enum Mutation: Sendable { case edited(FieldChange<Login>) }
    struct State: SceneState, Equatable { var form = Login() }
}

private final class LoginStore: SceneStore<LoginScene>, Store {
    nonisolated static func mutate(_ state: inout LoginScene.State, by mutation: LoginScene.Mutation) {
        if case .edited(let change) = mutation { state.form.apply(change) }
    }
}

private final class LoginController: SceneController<LoginScene>, Controller {
    func handle(_ action: LoginScene.Action) async {
        if case .edit(let change) = action { store.execute(.edited(change)) }
    }
}

private final class Texts: Sendable {
    private let texts = LockedValue<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        let new = ["\(value)", String(reflecting: value), dumped]
        texts.withLock { $0 += new }
    }
}

@MainActor
private final class EventTexts: SceneObserver {
    let texts: Texts
    init(_ texts: Texts) { self.texts = texts }
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        texts.add(event)
        return nil
    }
}

@MainActor
@Suite struct `A secret field` {
    private let planted = "hunter3-planted"
    private let texts = Texts()

    @Test func `a change shows no secret, whatever shows it`() {
        for change in [FieldChange<Login>(\.password, planted), FieldChange(\.pin, planted)] {
            texts.add(change)
            texts.add(LoginScene.Action.edit(change))
            texts.add([LoginScene.Mutation.edited(change)])
            texts.add(Mirror(reflecting: change).children.map { $0 })
            for child in Mirror(reflecting: change).children { texts.add(child.value) }
        }
        #expect(!texts.all.contains { $0.contains(planted) })
        #expect("\(FieldChange<Login>(\.password, planted))" == "password = <secret>")
        #expect("\(FieldChange<Login>(\.pin, planted))" == "pin = <secret>")
        #expect("\(FieldChange<Login>(\.name, "Ann"))" == #"name = "Ann""#)
    }

    @Test func `diagnostics, events and running actions show no secret`() async {
        let store = LoginStore(LoginScene.State())
        let reporter = DiagnosticReporter { [texts] in texts.add($0) }
        let scene = SceneRuntime<LoginScene>(
            controller: LoginController(store: store), store: store, diagnostics: reporter)
        let token = scene.attach(EventTexts(texts))
        let task = scene.post(.edit(FieldChange(\.password, planted)))
        texts.add(scene.actionDescriptions)
        await task.value
        texts.add(scene.state)
        texts.add(scene.treeDescription)
        scene.stop()
        await scene.execute(.edit(FieldChange(\.password, planted))).value
        store.execute(.edited(FieldChange(\.password, planted)))
        token.cancel()
        #expect(texts.all.contains { $0.contains("password = <secret>") })
        #expect(!texts.all.contains { $0.contains(planted) })
        #expect(store.state.form.password == planted)
    }

    @Test func `errors show no secret`() throws {
        struct Numbers: FormFields {
            @Secret var code: Int? = nil
            static let fields = [field("code", \.code)]
        }
        do {
            _ = try FieldChange<Numbers>(name: "code", text: planted)
            Issue.record("A text is no number.")
        } catch { texts.add(error) }
        do {
            _ = try JSONDecoder().decode(
                FieldChange<Numbers>.self, from: Data(#"{"name":"code","value":"\#(planted)"}"#.utf8))
            Issue.record("A text is no number.")
        } catch { texts.add(error) }
        #expect(texts.all.contains { $0.contains("<secret>") })
        #expect(!texts.all.contains { $0.contains(planted) })
    }

    @Test(arguments: ["pin", "pins", "perhaps", "table"])
    func `errors of a field whose type is secret show no text that was given`(name: String) {
        struct Pins: FormFields {
            var pin = Secret("")
            var pins: [Secret<String>] = []
            var perhaps: Secret<String>?
            var table: [String: Secret<String>] = [:]
            static let fields = [
                field("pin", \.pin), field("pins", \.pins), field("perhaps", \.perhaps), field("table", \.table),
            ]
        }
        do {
            _ = try FieldChange<Pins>(name: name, text: planted)
            Issue.record("A text is no secret.")
        } catch { texts.add(error) }
        do {
            _ = try JSONDecoder().decode(
                FieldChange<Pins>.self, from: Data(#"{"name":"\#(name)","value":"\#(planted)"}"#.utf8))
        } catch { texts.add(error) }
        #expect(texts.all.contains { $0.contains("<secret>") })
        #expect(!texts.all.contains { $0.contains(planted) })
    }

    @Test(arguments: ["card", "cards", "perhaps"])
    func `errors of a field with a secret in a part show nothing that was given`(name: String) {
        struct Card: Codable, Equatable, Sendable {
            var owner = ""
            @Secret var number = ""
        }
        struct Payment: FormFields {
            var card = Card()
            var cards: [Card] = []
            var perhaps: Card?
            static let fields = [field("card", \.card), field("cards", \.cards), field("perhaps", \.perhaps)]
        }
        do {
            _ = try FieldChange<Payment>(name: name, text: planted)
            Issue.record("A text is no card.")
        } catch { texts.add(error) }
        do {
            _ = try JSONDecoder().decode(
                FieldChange<Payment>.self, from: Data(#"{"name":"\#(name)","value":"\#(planted)"}"#.utf8))
            Issue.record("A text is no card.")
        } catch { texts.add(error) }
        #expect(texts.all.contains { $0.contains("The field \(name) of Payment takes") })
        #expect(!texts.all.contains { $0.contains(planted) })
    }

    @Test func `a secret that the form does not list is not in the report`() {
        struct Unlisted: FormFields {
            @Secret var password = ""
            static let fields: [FormField<Unlisted>] = []
        }
        DiagnosticReporter.$current.withValue(DiagnosticReporter { [texts] in texts.add($0) }) {
            texts.add(FieldChange<Unlisted>(\.password, planted))
        }
        #expect(texts.all.count == 6)
        #expect(!texts.all.contains { $0.contains(planted) })
    }

    @Test func `a secret crosses to the form and back from JSON`() throws {
        let change = FieldChange<Login>(\.password, planted)
        let decoded = try JSONDecoder().decode(FieldChange<Login>.self, from: JSONEncoder().encode(change))
        #expect(decoded == change)
        #expect(decoded.value(of: \.password) == planted)
        #expect(change != FieldChange(\.password, "other"))
    }
}
