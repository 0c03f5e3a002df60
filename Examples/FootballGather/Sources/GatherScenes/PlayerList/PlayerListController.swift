import CIS

final class PlayerListController: SceneController<PlayerList>, Controller {
    /// Requests are sent one after the other: a list that was loaded before a deletion is never shown after it.
    func policy(for action: PlayerList.Action) -> ActionPolicy {
        switch action {
        case .appeared, .retryTapped, .playerAdded, .deleteConfirmed: .serial.group("requests")
        case .rowTapped, .modeTapped, .bottomTapped, .edited, .deleteTapped, .deleteCancelled, .gatherEnded,
            .changeSent, .playerEdited, .alertDismissed:
            .concurrent
        }
    }

    func handle(_ action: PlayerList.Action) async {
        switch action {
        case .appeared: await interactor.execute(.loadIfNeeded)  // FG-LIST-01, FG-LIST-06
        case .retryTapped, .playerAdded: await interactor.execute(.load)  // FG-LIST-05, FG-LIST-16
        case .rowTapped(let id): store.execute(.rowTapped(id))  // FG-LIST-07, FG-LIST-08
        case .modeTapped: store.execute(.modeTapped)  // FG-LIST-09
        case .bottomTapped: store.execute(.bottomTapped)  // FG-LIST-11
        case .edited(let change): store.execute(.edited(change))
        case .deleteTapped(let id): store.execute(.deleteTapped(id))  // FG-LIST-12
        case .deleteCancelled: store.execute(.deleteCancelled)
        case .deleteConfirmed: await interactor.execute(.delete)  // FG-LIST-13
        case .gatherEnded: store.execute(.gatherEnded)  // FG-LIST-15
        case .changeSent: store.execute(.changeSent)
        case .playerEdited(let player): store.execute(.playerEdited(player))  // FG-LIST-17
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
