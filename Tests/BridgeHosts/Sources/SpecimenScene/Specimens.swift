import CIS
public import CISBridge

/// Shows a value of every kind, and compares it with the value that a host sends back.
enum Specimens: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        /// A value that a host has decoded and encoded again.
        case same(index: Int, value: Specimen)
    }
    enum Mutation: Sendable { case compared(index: Int, Specimen, isSame: Bool) }
    enum Output: Sendable, Encodable {
        /// A value that has arrived.
        case got(Specimen)
    }
    struct State: SceneState, Encodable {
        var all = Specimen.all
        var right: [Int] = []
        var wrong: [Int] = []
    }
}

/// Creates an app with all specimens.
@MainActor
public func makeSpecimensApp() -> BridgedApp {
    BridgedApp {
        BridgedScene("specimens") {
            let store = SpecimensStore(Specimens.State(), worker: ())
            return SceneRuntime<Specimens>(controller: SpecimensController(store: store), store: store)
        }
    }
}

final class SpecimensController: SceneController<Specimens>, Controller {
    func handle(_ action: Specimens.Action) async {
        guard case .same(let index, let value) = action else { return }
        let isSame = Specimen.all.indices.contains(index) && Specimen.all[index] == value
        store.execute(.compared(index: index, value, isSame: isSame))
    }
}

final class SpecimensStore: SceneStore<Specimens>, Store {
    nonisolated static func mutate(_ state: inout Specimens.State, by mutation: Specimens.Mutation) {
        guard case .compared(let index, _, let isSame) = mutation else { return }
        if isSame { state.right.append(index) } else { state.wrong.append(index) }
    }

    func sideEffects(of mutation: Specimens.Mutation, on state: Specimens.State) {
        if case .compared(_, let value, _) = mutation { outputs.send(.got(value)) }
    }
}
