import CIS

final class GatherFlowInteractor: SceneInteractor<GatherFlow>, Interactor {
    func perform(_ useCase: GatherFlow.UseCase) async {
        switch useCase {
        case .open(let link): await open(link)
        case .openKeptLink:
            guard let link = store.domainState.keptLink else { return }
            store.execute(.linkKept(nil))
            await open(link)
        }
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
                store.execute(.linkFailed(.error("There is no such player.")))
            }
        } catch {
            store.execute(.linkFailed(Failure(error)))
        }
    }
}
