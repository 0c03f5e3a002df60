// expect below: a store changes its state in `nonisolated static func mutate
// The usual first mistake in a store: `mutate` without `static`.

import CIS

struct Total: SceneState {
    var sum = 0
    var domainState: Int { sum }
}

@MainActor
final class TotalStore: Store {
    let publisher = StatePublisher(Total())

    func mutate(_ state: inout Total, by mutation: Int) {
        state.sum += mutation
    }
}
