import CIS
import CISBridge

/// Counts actions, and detects those that are missing or arrive too early. Used for the figures.
enum Meter: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case count(Int) }
    enum Mutation: Sendable { case counted(Int) }
    struct State: SceneState, Encodable {
        var count = 0
        var last = 0
        var outOfOrder = 0
    }
}

final class MeterController: SceneController<Meter>, Controller {
    func handle(_ action: Meter.Action) async {
        if case .count(let number) = action { store.execute(.counted(number)) }
    }
}

final class MeterStore: SceneStore<Meter>, Store {
    nonisolated static func mutate(_ state: inout Meter.State, by mutation: Meter.Mutation) {
        guard case .counted(let number) = mutation else { return }
        state.count += 1
        if number != state.last + 1 { state.outOfOrder += 1 }
        state.last = number
    }
}

extension Meter {
    @MainActor
    static func assemble() -> SceneRuntime<Meter> {
        let store = MeterStore(State(), worker: ())
        return SceneRuntime<Meter>(controller: MeterController(store: store), store: store)
    }
}
