import CIS

final class GuestListController: SceneController<GuestList>, Controller {
    func handle(_ action: GuestList.Action) async {
        switch action {
        case .nameChanged(let name): store.execute(.nameChanged(name))
        case .inviteTapped: await interactor.execute(.invite)
        }
    }
}
