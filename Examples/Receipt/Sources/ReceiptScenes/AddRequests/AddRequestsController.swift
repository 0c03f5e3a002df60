import CIS

@MainActor final class AddRequestsController: Controller {
    private let interactor: any Interactor<AddRequests.UseCase>
    private let store: any MutationReceiver<AddRequests.Mutation>

    init(interactor: any Interactor<AddRequests.UseCase>, store: any MutationReceiver<AddRequests.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: AddRequests.Action) async {
        switch action {
        case .textChanged(let text): store.execute(.requestsChanged(text))  // AR-01
        case .requestTapped: await interactor.execute(.requestQuotation)  // AR-02
        }
    }
}
