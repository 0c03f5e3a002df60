import CIS

final class GatherFlowController: SceneController<GatherFlow>, Controller {
    /// A new link replaces a link that is still being opened.
    func policy(for action: GatherFlow.Action) -> ActionPolicy {
        switch action {
        case .linkOpened: .latest
        case .loggedIn, .opened, .closed, .wentBack, .matchBegan, .leaveConfirmed, .leaveCancelled, .gatherEnded,
            .sessionEnded, .loginDeclined, .alertDismissed:
            .concurrent
        }
    }

    func handle(_ action: GatherFlow.Action) async {
        switch action {
        case .loggedIn(let username):
            store.execute(.loggedIn(username: username))
            await interactor.execute(.openKeptLink)
        case .opened(let route, let screen): store.execute(.opened(route, above: screen))
        case .closed(let screen): store.execute(.closed(screen))
        case .wentBack(let screen):
            store.execute(.wentBack(to: screen))
            await interactor.execute(.endSession)
        case .matchBegan(let gather): store.execute(.matchBegan(gather))
        case .leaveConfirmed: await interactor.execute(.leave)
        case .leaveCancelled: store.execute(.leaveCancelled)
        case .gatherEnded: store.execute(.gatherEnded)
        case .sessionEnded: store.execute(.sessionEnded)
        case .loginDeclined:
            store.execute(.loginDeclined)
            await interactor.execute(.endSession)
        case .linkOpened(let link): await interactor.execute(.open(link))
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
