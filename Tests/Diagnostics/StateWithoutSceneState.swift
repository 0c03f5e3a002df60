// expect: error: type 'Tally' does not conform to protocol '_StateConformsToSceneState'
// The state of a scene is a `SceneState`. The compiler says so first, and not that `State` is ambiguous.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case added(Int) }
    struct State: Sendable { var total = 0 }
}

@MainActor
final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {
        switch mutation {
        case .added(let number): state.total += number
        }
    }
}
