import CIS

final class PlayerAddController: SceneController<PlayerAdd>, Controller {
    /// A second tap while the player is being added is dropped.
    func policy(for action: PlayerAdd.Action) -> ActionPolicy {
        switch action {
        case .doneTapped: .first
        case .edited, .alertDismissed: .concurrent
        }
    }

    func handle(_ action: PlayerAdd.Action) async {
        switch action {
        case .edited(let change): store.execute(.edited(change))
        case .doneTapped: await interactor.execute(.add)
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
