import CIS

final class PlayerEditController: SceneController<PlayerEdit>, Controller {
    /// A second tap while the player is being updated is dropped.
    func policy(for action: PlayerEdit.Action) -> ActionPolicy {
        switch action {
        case .doneTapped, .saveMineTapped: .first.group("request")
        case .edited, .optionTapped, .keepTheirsTapped, .conflictDismissed, .alertDismissed: .concurrent
        }
    }

    func handle(_ action: PlayerEdit.Action) async {
        switch action {
        case .edited(let change): store.execute(.edited(change))
        case .optionTapped(let index): store.execute(.optionTapped(index))
        case .doneTapped: await interactor.execute(.update)
        case .saveMineTapped: await interactor.execute(.overwrite)
        case .keepTheirsTapped: await interactor.execute(.keepTheirs)
        case .conflictDismissed: store.execute(.conflictDismissed)
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
