import CIS

final class AddRequestsInteractor: SceneInteractor<AddRequests>, Interactor {
    func perform(_ useCase: AddRequests.UseCase) async {
        switch useCase {
        case .requestQuotation:  // AR-02: also if the text is empty
            let domain = store.domainState
            do {
                try await worker.requestCreateQuotation(
                    objectKeys: domain.receiptImageUploadUrlObjectKeys, requests: domain.requests)
                store.execute(.quotationRequested)  // AR-03
            } catch {
                store.execute(.quotationFailed(worker.text(of: error)))  // AR-04
            }
        }
    }
}
