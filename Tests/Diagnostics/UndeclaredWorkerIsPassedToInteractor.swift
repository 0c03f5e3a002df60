// expect: 'init(store:worker:)' is unavailable: the scene has no worker: write `typealias Worker = any …Worker`
// An assembly passes an interactor the worker of a scene whose definition has none.

import CIS

protocol TallyWorker: AnyObject, Sendable {}

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case load }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState {}
}

final class TallyInteractor: SceneInteractor<Tally>, Interactor {
    func perform(_ useCase: Tally.UseCase) async {}
}

@MainActor
func assemble(store: any DomainStoreOf<Tally>, worker: any TallyWorker) -> TallyInteractor {
    TallyInteractor(store: store, worker: worker)
}
