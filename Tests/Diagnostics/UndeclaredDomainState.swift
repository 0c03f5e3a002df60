// expect for each line: unavailable: the state has no domain state: declare `var domainState: DomainState` in `State`
// An interactor reads the domain state of a scene whose state has none: a field, an element, an optional, a loop.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case load }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState { var numbers: [Int] = [] }
}

final class TallyInteractor: SceneInteractor<Tally>, Interactor {
    func perform(_ useCase: Tally.UseCase) async {
        guard store.domainState.numbers.isEmpty else { return }
        store.execute(.added(store.domainState.numbers[0]))
        store.execute(.added(store.domainState.total?.number ?? 0))
        for number in store.domainState.numbers where number > 1 { store.execute(.added(number)) }
    }
}
