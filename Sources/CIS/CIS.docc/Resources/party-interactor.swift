import CIS

final class GuestListInteractor: SceneInteractor<GuestList>, Interactor {
    func perform(_ useCase: GuestList.UseCase) async {
        switch useCase {
        case .invite: await invite(store.domainState.name)
        }
    }

    private func invite(_ name: String) async {
        guard !store.domainState.isFull else {
            return store.execute(.refused(.full))
        }
        guard let address = await worker.findAddress(of: name) else {
            return store.execute(.refused(.unknown(name)))
        }
        guard !store.domainState.isFull else {
            return store.execute(.refused(.full))
        }
        store.execute(.invited(GuestList.Guest(name: name, address: address)))
    }
}
