// expect: 'init(_:worker:)' is unavailable: the scene has no worker: write `typealias Worker = any …Worker`
// An assembly passes the worker of a scene whose definition has none.

import CIS

protocol TallyWorker: AnyObject, Sendable {}

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState {}
}

final class TallyStore: SceneStore<Tally>, Store {
    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {}
}

@MainActor
func assemble(worker: any TallyWorker) -> TallyStore {
    TallyStore(Tally.State(), worker: worker)
}
