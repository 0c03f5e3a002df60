import CIS

final class TouristSpotsController: SceneController<TouristSpots>, Controller {
    /// TS-14: of overlapping fetches the last one wins. It cancels the previous fetch, whose answer is no longer needed.
    func policy(for action: TouristSpots.Action) -> ActionPolicy {
        switch action {
        case .appeared, .refreshPulled, .retryTapped: .latest.group("fetch")
        case .emptyPageTapped, .emptyPageClosed, .closeTapped: .concurrent
        }
    }

    func handle(_ action: TouristSpots.Action) async {
        switch action {
        case .appeared, .retryTapped: await interactor.execute(.fetch(isPulled: false))  // TS-02, D15
        case .refreshPulled: await interactor.execute(.fetch(isPulled: true))  // TS-02
        case .emptyPageTapped: store.execute(.emptyPagePresented)  // TS-07
        case .emptyPageClosed: store.execute(.emptyPageDismissed)
        case .closeTapped: store.execute(.closed)  // TS-07
        }
    }
}
