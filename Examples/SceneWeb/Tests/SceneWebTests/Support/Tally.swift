import CIS
import CISBridge

/// The scene of the tests without a browser. It adds numbers, and records them.
enum Tally: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case add(Int)
        case say(String)
    }
    enum Mutation: Sendable {
        case added(Int)
        case said(String)
    }
    enum Output: Sendable, Encodable { case said(String) }
    struct State: SceneState, Encodable { var added: [Int] = [] }
}

final class TallyController: SceneController<Tally>, Controller {
    func handle(_ action: Tally.Action) async {
        switch action {
        case .add(let number): store.execute(.added(number))
        case .say(let text): store.execute(.said(text))
        }
    }
}

final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {
        if case .added(let number) = mutation { state.added.append(number) }
    }

    func sideEffects(of mutation: Tally.Mutation, on state: Tally.State) {
        if case .said(let text) = mutation { outputs.send(.said(text)) }
    }
}

extension Tally {
    @MainActor
    static func app(
        limits: BridgeLimits = BridgeLimits(), clock: any Clock<Duration> = ContinuousClock()
    ) -> BridgedApp {
        BridgedApp(limits: limits, clock: clock) {
            BridgedScene("tally") {
                let store = TallyStore(State(), worker: ())
                return SceneRuntime<Tally>(controller: TallyController(store: store), store: store)
            }
        }
    }
}
