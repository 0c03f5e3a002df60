package import CIS
package import ReceiptScenes

/// The worker of `AddRequests` over a quotation service and the port to the parent.
package final class ServiceAddRequestsWorker: AddRequestsWorker {
    private let service: any QuotationService
    private let port: OutputPort<AddRequests.Output>
    private let errorText: ErrorText

    /// - Parameter port: whoever makes the scene connects it. Unconnected, it drops what it is given (AR-08).
    package init(
        service: any QuotationService,
        port: OutputPort<AddRequests.Output>,
        errorText: ErrorText = .localized
    ) {
        self.service = service
        self.port = port
        self.errorText = errorText
    }

    @concurrent package func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        try await service.mutateCreateQuotation(uploadUrlObjectKeys: objectKeys, requests: requests)
    }

    package func text(of error: any Error) -> String {
        errorText(error)
    }

    package func send(_ output: AddRequests.Output) {
        port.send(output)
    }
}
