import CIS

final class ConfirmPlayersController: SceneController<ConfirmPlayers>, Controller {
    /// A second tap while the gather is being started is dropped, so there is one gather.
    func policy(for action: ConfirmPlayers.Action) -> ActionPolicy {
        switch action {
        case .startTapped: .first
        case .moved, .gatherBegan, .gatherEnded, .alertDismissed: .concurrent
        }
    }

    func handle(_ action: ConfirmPlayers.Action) async {
        switch action {
        case .moved(let source, let destination): store.execute(.moved(from: source, to: destination))
        case .startTapped: await interactor.execute(.start)
        case .gatherBegan: store.execute(.gatherBegan)
        case .gatherEnded: store.execute(.gatherEnded)
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
