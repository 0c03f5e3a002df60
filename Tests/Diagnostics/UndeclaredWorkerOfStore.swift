// expect: 'worker' is unavailable: the scene has no worker: write `typealias Worker = any …Worker` in its definition
// A store uses the worker of a scene whose definition has none.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState { var total = 0 }
}

final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {
        switch mutation {
        case .added(let number): state.total += number
        }
    }

    func sideEffects(of mutation: Tally.Mutation, on state: Tally.State) {
        worker.show(state.total)
    }
}
