import CIS

final class AddRequestsController: SceneController<AddRequests>, Controller {
    /// A tap while the request is being sent is dropped: it would be a second quotation request.
    func policy(for action: AddRequests.Action) -> ActionPolicy {
        if case .requestTapped = action { .first } else { .concurrent }
    }

    func handle(_ action: AddRequests.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.requestsChanged(text))  // AR-01
        case .requestTapped: await interactor.execute(.requestQuotation)  // AR-02
        }
    }
}
