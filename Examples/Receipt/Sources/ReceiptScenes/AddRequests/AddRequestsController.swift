import CIS

final class AddRequestsController: SceneController<AddRequests>, Controller {
    func handle(_ action: AddRequests.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.requestsChanged(text))  // AR-01
        case .requestTapped: await interactor.execute(.requestQuotation)  // AR-02
        }
    }
}
