/// Everything ``AddRequests`` needs from outside.
package protocol AddRequestsWorker: AnyObject, Sendable {
    /// AR-02, UR-33: creates the quotation request.
    @concurrent func requestCreateQuotation(objectKeys: [String], requests: String) async throws
    /// XP-01: the message for an error, in the words of the platform.
    @MainActor func text(of error: any Error) -> String
}
