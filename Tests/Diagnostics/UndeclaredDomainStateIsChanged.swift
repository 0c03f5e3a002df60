// expect: unavailable: the state has no domain state: declare `var domainState: DomainState` in `State`
// A store changes the domain state of a scene whose state has none.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState { var total = 0 }
}

final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {
        switch mutation {
        case .added(let number): state.domainState.numbers.append(number)
        }
    }
}
