/// Everything ``AddRequests`` needs from outside.
public protocol AddRequestsWorker: AnyObject, Sendable {
    /// AR-02, UR-33: creates the quotation request.
    @concurrent func requestCreateQuotation(objectKeys: [String], requests: String) async throws

    /// XP-01: the sentence that tells the user of an error; the wording is the platform's.
    @MainActor func text(of error: any Error) -> String
}
