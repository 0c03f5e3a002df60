/// UR-33 over a folder: every request becomes one file `quotations/<id>.json`.
package struct FolderQuotationService: QuotationService {
    private let folder: ReceiptFolder
    private let makeID: @Sendable () -> String
    private let didWrite: @Sendable (String) -> Void

    /// - Parameter didWrite: gets the path of each file when it is complete and on the disk.
    package init(
        _ folder: ReceiptFolder,
        makeID: @escaping @Sendable () -> String,
        didWrite: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = folder
        self.makeID = makeID
        self.didWrite = didWrite
    }

    @concurrent package func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws {
        try Task.checkCancellation()
        let id = makeID()
        let document = QuotationDocument(id: id, uploadUrlObjectKeys: uploadUrlObjectKeys, requests: requests)
        didWrite(try folder.write(document.json(), as: "\(id).json", in: .quotations))
    }
}
