// expect: cannot be used on type
// G9: a mutation function is static, and so reaches no worker.

import CIS

struct Total: SceneState {
    var sum = 0
    var domainState: Int { sum }
}

@MainActor
final class TotalStore: Store {
    let publisher = StatePublisher(Total())
    let tell: (Int) -> Void = { _ in }

    nonisolated static func mutate(_ state: inout Total, by mutation: Int) {
        state.sum += mutation
        tell(state.sum)
    }
}
