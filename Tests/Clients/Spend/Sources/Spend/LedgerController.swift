import CIS

final class LedgerController: SceneController<Ledger>, Controller {
    func handle(_ action: Ledger.Action) async {
        switch action {
        case .appeared: await interactor.execute(.start)
        case .refreshTapped: await interactor.execute(.refresh)
        case .rowsChanged: await interactor.execute(.save)
        case .addTapped: store.execute(.formOpened(Draft()))
        case .formClosed: store.execute(.formClosed)
        case .submitted(let draft):
            store.execute(.formClosed)
            await interactor.execute(.add(draft))
        case .added(let expense):
            store.execute(.formClosed)
            store.execute(.added(expense))
        case .swiped(let offsets): await interactor.execute(.remove(offsets))
        case .undoTapped: await interactor.execute(.undo)
        case .filterTapped: store.execute(.filterToggled)
        case .expenseChanged(let expense):
            store.execute(.changed(expense))
            if PlantedBug.extraCall.isPlanted { await interactor.execute(.refresh) }
        case .payAsked(let id): await interactor.execute(.pay(id))
        case .opened(let id): store.execute(.opened(id))
        case .wentBack(let id): store.execute(.closed(above: id))
        case .searchTapped: store.execute(.searchOpened)
        case .searchClosed: store.execute(.searchClosed)
        case .hitChosen(let id):
            store.execute(.searchClosed)
            store.execute(.opened(id))
        case .signInNeeded: store.execute(.failed(.signedOut))
        case .signInClosed: store.execute(.signInClosed)
        case .signedIn:
            store.execute(.signInClosed)
            await interactor.execute(.refresh)
        }
    }

    func policy(for action: Ledger.Action) -> ActionPolicy {
        switch action {
        case .refreshTapped: PlantedBug.cancelledSave.isPlanted ? .first.cancelling("saving") : .first
        case .undoTapped: .first
        case .payAsked(let id): .first.group("pay \(id)")
        case .rowsChanged: .serial.group("saving").debounced(for: .seconds(1))
        default: .concurrent
        }
    }
}
