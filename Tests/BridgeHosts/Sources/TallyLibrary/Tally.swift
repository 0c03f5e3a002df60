import CIS
import CISBridge

// The scene and the library of the articles about embedding. The programs of the articles are run with it.

enum Tally: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case plus }
    enum Mutation: Sendable { case added }
    struct State: SceneState, Encodable { var total = 0 }
}

final class TallyController: SceneController<Tally>, Controller {
    func handle(_ action: Tally.Action) async { store.execute(.added) }
}

final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) { state.total += 1 }
}

@MainActor let tallyScenes = BridgedApp {
    BridgedScene("tally") {
        let store = TallyStore(Tally.State(), worker: ())
        return SceneRuntime<Tally>(controller: TallyController(store: store), store: store)
    }
}

/// The function that the program passes to `cis_open`.
@MainActor @c(tally_app)
public func tallyApp() { tallyScenes.offerToHost() }
