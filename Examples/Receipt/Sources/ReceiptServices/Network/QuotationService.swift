/// The service that takes quotation requests (UR-33).
package protocol QuotationService: Sendable {
    /// Creates a request for the images with these keys.
    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws
}
