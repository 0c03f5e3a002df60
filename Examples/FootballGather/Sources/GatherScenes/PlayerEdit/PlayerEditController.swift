import CIS

final class PlayerEditController: SceneController<PlayerEdit>, Controller {
    /// A second tap while the player is being updated is dropped.
    func policy(for action: PlayerEdit.Action) -> ActionPolicy {
        if case .doneTapped = action { .first } else { .concurrent }
    }

    func handle(_ action: PlayerEdit.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.textChanged(text))
        case .optionTapped(let index): store.execute(.optionTapped(index))
        case .doneTapped: await interactor.execute(.update)
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
