import CIS

final class ConfirmPlayersInteractor: SceneInteractor<ConfirmPlayers>, Interactor {
    func perform(_ useCase: ConfirmPlayers.UseCase) async {
        switch useCase {
        case .start:
            guard store.domainState.isComplete else { return }  // FG-CONFIRM-03
            await start(with: store.domainState.teamPlayers)
        }
    }

    /// Starts a gather with the current players, even if the teams are changed while it is created.
    private func start(with players: [TeamPlayer]) async {
        // FG-CONFIRM-09: the same teams have one gather, even if the user returns to it or taps again.
        if let gather = store.domainState.gather, gather.players == players { return store.execute(.started(gather)) }
        let attempt = attempt(for: players)
        store.execute(.began(attempt))
        do {
            // FG-CONFIRM-04. FG-CONFIRM-09: the id belongs to these teams, so it cannot be outdated.
            guard case .uuid(let id) = try await worker.createGather(attempt.key) else {
                throw ServiceError.unexpectedResourceIDType
            }
            try await add(players, to: id)
            store.execute(.started(GatherModel(id: id, players: players)))  // FG-CONFIRM-06
        } catch {
            store.execute(.failed(Failure(error)))  // FG-CONFIRM-07
        }
    }

    /// FG-CONFIRM-09: after a failure, a start with the same teams continues with their gather, if the server has created it.
    private func attempt(for players: [TeamPlayer]) -> Attempt<[TeamPlayer]> {
        if let last = store.domainState.attempt, last.content == players { return last }
        return Attempt(players, key: worker.newKey())
    }

    /// FG-CONFIRM-05, with a limit: a few tasks run in parallel, and each adds one player after the other. The first failure, or
    /// leaving the screen, cancels the running requests and those that have not begun.
    private func add(_ players: [TeamPlayer], to gather: String) async throws {
        let lanes = min(ConfirmPlayers.parallelRequests, players.count)
        _ = try await inParallel(0..<lanes) { [worker] lane in
            for index in stride(from: lane, to: players.count, by: lanes) {
                try Task.checkCancellation()
                try await worker.add(players[index], toGather: gather)  // FG-NET-10
            }
        }
    }
}
