import CIS
import CISBridge

/// Counts actions, and detects those that are missing or arrive too early. Its state can be made long.
enum Meter: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case count(Int)
        case fill(bytes: Int)
    }
    enum Mutation: Sendable {
        case counted(Int)
        case filled(bytes: Int)
    }
    struct State: SceneState, Encodable {
        var count = 0
        var last = 0
        var outOfOrder = 0
        var text = ""
    }
}

final class MeterController: SceneController<Meter>, Controller {
    func handle(_ action: Meter.Action) async {
        switch action {
        case .count(let number): store.execute(.counted(number))
        case .fill(let bytes): store.execute(.filled(bytes: bytes))
        }
    }
}

final class MeterStore: SceneStore<Meter>, Store {
    nonisolated static func mutate(_ state: inout Meter.State, by mutation: Meter.Mutation) {
        switch mutation {
        case .counted(let number):
            state.count += 1
            if number != state.last + 1 { state.outOfOrder += 1 }
            state.last = number
        case .filled(let bytes): state.text = String(repeating: "x", count: bytes)
        }
    }
}

extension Meter {
    @MainActor
    static func assemble() -> SceneRuntime<Meter> {
        let store = MeterStore(State(), worker: ())
        return SceneRuntime<Meter>(controller: MeterController(store: store), store: store)
    }
}
