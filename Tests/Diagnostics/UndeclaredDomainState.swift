// expect: unavailable: the state has no domain state: declare `var domainState: DomainState` in `State`
// An interactor reads the domain state of a scene whose state has none.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case load }
    enum Mutation: Sendable { case added([Int]) }
    struct State: SceneState { var numbers: [Int] = [] }
}

final class TallyInteractor: SceneInteractor<Tally>, Interactor {
    func perform(_ useCase: Tally.UseCase) async {
        guard store.domainState.numbers.isEmpty else { return }
    }
}
