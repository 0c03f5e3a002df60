import CIS
import CISTesting
import Testing

private struct Login: FormFields, Equatable {
    var pin = ""
    static let fields = [field("pin", \.pin, isSecret: true)]
}

private enum SignIn: SceneDefinition {
    enum Action: Sendable { case edit(FieldChange<Login>) }
    enum Mutation: Sendable, Equatable { case edited(FieldChange<Login>) }
    struct State: SceneState, Equatable {
        var edits = 0
    }
}

private final class SignInController: SceneController<SignIn>, Controller {
    func handle(_ action: SignIn.Action) async {
        if case .edit(let change) = action { store.execute(.edited(change)) }
    }
}

private final class SignInStore: SceneStore<SignIn>, Store {
    nonisolated static func mutate(_ state: inout SignIn.State, by mutation: SignIn.Mutation) { state.edits += 1 }
}

private struct SignInFixture: SceneFixture {
    func assemble(_ state: SignIn.State) -> SceneRuntime<SignIn> {
        let store = SignInStore(state)
        return SceneRuntime(controller: SignInController(store: store), store: store)
    }
}

/// What a test prints is kept in logs of CI.
@MainActor
@Suite struct `Failures with a secret field` {
    private let planted = "hunter3-planted"

    @Test func `a difference, an effect that nothing asserts, and a failed exploration show no value`() async {
        let change = FieldChange<Login>(\.pin, planted)
        let found = await failures {
            await given(SignInFixture(), .init(), checking: .everything) { test in
                await test.when(.edit(change))
                test.then(\.edits == 2, mutations: [.edited(FieldChange(\.pin, "\(planted)2"))])
                await test.when(.edit(change))
            }
            await given(SignInFixture(), .init()) { test in
                test.scene.stop()
                await test.when(.edit(change))
            }
            await explore(SignInFixture(), .init(), seeds: 2) { test in
                await test.when(concurrently: .edit(change), .edit(change))
                test.expect("one", test.state.edits == 1)
            }
        }
        #expect(found.count >= 3)
        #expect(found.contains { $0.message.contains("<secret>") })
        for failure in found { #expect(!"\(failure)".contains(planted)) }
    }
}
