import CIS
import Testing

/// Hides nothing by itself: what shows a value of the field must not look into it.
@propertyWrapper
private struct Wrapped: Sendable, Equatable {
    var wrappedValue = ""
}

/// A form with a secret by declaration, and one behind a wrapper.
private struct Login: FormFields, Equatable {
    var name = ""
    var pin = ""
    @Wrapped var password = ""
    static let fields = [
        field("name", \.name), field("pin", \.pin, isSecret: true), field("password", \.password),
    ]
}

private enum SignIn: SceneDefinition {
    enum Action: Sendable { case edit(FieldChange<Login>) }
    enum Mutation: Sendable { case edited(FieldChange<Login>) }
    struct State: SceneState {
        var isEdited = false
    }
}

private final class SignInController: SceneController<SignIn>, Controller {
    func handle(_ action: SignIn.Action) async {
        if case .edit(let change) = action { store.execute(.edited(change)) }
    }
}

private final class SignInStore: SceneStore<SignIn>, Store {
    nonisolated static func mutate(_ state: inout SignIn.State, by mutation: SignIn.Mutation) { state.isEdited = true }
}

@MainActor
@Suite struct `Change of a secret field` {
    private let planted = "hunter3-planted"
    private let log = EventLog()
    private let reports = ReportLog()

    private var changes: [FieldChange<Login>] { [FieldChange(\.pin, planted), FieldChange(\.password, planted)] }

    /// All texts that show a value.
    private func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
            + Mirror(reflecting: value).children.map { String(reflecting: $0.value) }
    }

    private func check(_ value: Any, location: SourceLocation = #_sourceLocation) {
        for text in texts(of: value) { #expect(!text.contains(planted), sourceLocation: location) }
    }

    @Test func `it shows its name and no value, wherever it is`() {
        for change in changes {
            #expect(texts(of: change).allSatisfy { $0.contains("<secret>") })
            check(change)
            check(SignIn.Action.edit(change))
            check([SignIn.Mutation.edited(change)])
            check(["a": Optional(change)])
            check((1, change))
        }
        #expect("\(FieldChange<Login>(\.name, "Ann"))" == #"name = "Ann""#)
    }

    @Test func `events, diagnostics and running actions of its scene show no value`() async {
        let store = SignInStore(SignIn.State())
        let scene = SceneRuntime<SignIn>(
            controller: SignInController(store: store), store: store, diagnostics: reports.reporter)
        let token = scene.attach(log)
        for change in changes {
            let task = scene.post(.edit(change))
            check(scene.actionDescriptions)
            check(scene.treeDescription)
            await task.value
        }
        scene.stop()
        for change in changes {
            await scene.execute(.edit(change)).value
            store.execute(.edited(change))
        }
        token.cancel()
        #expect(!log.events.isEmpty && reports.all.count == 4)
        for event in log.events { check(event) }
        for diagnostic in reports.all {
            check(diagnostic)
            #expect("\(diagnostic)".contains("<secret>"))
        }
    }

    @Test func `a field that the form does not list is reported without its value`() {
        struct Card: FormFields {
            var pin = ""
            static let fields: [FormField<Card>] = []
        }
        let change = DiagnosticReporter.$current.withValue(reports.reporter) { FieldChange<Card>(\.pin, planted) }
        check(change)
        #expect(reports.all.count == 1)
        for report in reports.all { check(report) }
    }

    @Test(arguments: ["code", "pin"])
    func `errors show no value that was given`(name: String) {
        struct Numbers: FormFields {
            var code: Int?
            var pin = 0
            static let fields = [field("code", \.code, isSecret: true), field("pin", \.pin, isSecret: true)]
        }
        do {
            _ = try FieldChange<Numbers>(name: name, text: planted)
            Issue.record("A text is no number.")
        } catch {
            check(error)
        }
    }
}
