// expect: unavailable: the state has no domain state: declare `var domainState: DomainState` in `State`
// An interactor reads through an optional in a domain state that is not declared.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case load }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState { var numbers: [Int] = [] }
}

final class TallyInteractor: SceneInteractor<Tally>, Interactor {
    func perform(_ useCase: Tally.UseCase) async {
        store.execute(.added(store.domainState.total?.number ?? 0))
    }
}
