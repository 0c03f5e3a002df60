// expect below: a store changes its state in `nonisolated static func mutate
// A store without `mutate`.

import CIS

struct Total: SceneState {
    var sum = 0
    var domainState: Int { sum }
}

@MainActor
final class TotalStore: Store {
    let publisher = StatePublisher(Total())
}
