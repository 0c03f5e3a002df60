import CIS

final class GatherFlowInteractor: SceneInteractor<GatherFlow>, Interactor {
    func perform(_ useCase: GatherFlow.UseCase) async {
        switch useCase {
        case .open(let link): await open(link)
        case .openKeptLink:
            guard let link = store.domainState.keptLink else { return }
            store.execute(.linkKept(nil))
            await open(link)
        case .leave: await leave()
        case .endSession: await endSession()
        }
    }

    /// D17: the screens go at once. Nothing of the match stays on the server.
    private func leave() async {
        guard let match = store.domainState.match, store.domainState.leaving != nil else { return }
        store.execute(.left)
        await worker.discardGather(match.id)
        await endSession()
    }

    /// D18: who is at the first screen has logged out.
    private func endSession() async {
        if store.domainState.username == nil { await worker.logOut() }
    }

    private func open(_ link: DeepLink) async {
        guard let username = store.domainState.username else { return store.execute(.linkKept(link)) }
        do {
            let players = try await worker.players()
            // Meanwhile the user may have logged out, or somebody else may have logged in.
            guard username == store.domainState.username else { return }
            if let routes = link.routes(among: players) {
                store.execute(.linkOpened(routes))
            } else {
                store.execute(.linkFailed(nil))
            }
        } catch {
            store.execute(.linkFailed(Failure(error)))
        }
    }
}
