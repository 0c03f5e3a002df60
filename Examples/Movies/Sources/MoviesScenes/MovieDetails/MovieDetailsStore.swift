import CIS

final class MovieDetailsStore: SceneStore<MovieDetails>, Store {
    nonisolated static func mutate(_ state: inout MovieDetails.State, by mutation: MovieDetails.Mutation) {
        switch mutation {
        case .posterLoaded(let poster): state.poster = poster  // MV-37
        case .closed: break  // the parent closes it
        }
    }

    func sideEffects(of mutation: MovieDetails.Mutation, on state: MovieDetails.State) {
        if case .closed = mutation { outputs.send(.closed) }
    }
}
