import CIS

final class PlayerDetailController: SceneController<PlayerDetail>, Controller {
    func handle(_ action: PlayerDetail.Action) async {
        switch action {
        case .rowTapped(let field): store.execute(.rowTapped(field))
        case .changeSent: store.execute(.changeSent)
        case .playerEdited(let player): store.execute(.playerEdited(player))
        }
    }
}
