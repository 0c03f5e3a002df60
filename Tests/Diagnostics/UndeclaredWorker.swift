// expect: 'worker' is unavailable: the scene has no worker: write `typealias Worker = any …Worker` in its definition
// An interactor uses the worker of a scene whose definition has none.

import CIS

protocol TallyWorker: AnyObject, Sendable {
    @concurrent func numbers(from first: Int) async throws -> [Int]
}

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case load }
    enum Mutation: Sendable { case added([Int]) }
    struct State: SceneState { var domainState = [0] }
}

final class TallyInteractor: SceneInteractor<Tally>, Interactor {
    func perform(_ useCase: Tally.UseCase) async {
        guard let numbers = try? await worker.numbers(from: 1) else { return }
        store.execute(.added(numbers))
    }
}
