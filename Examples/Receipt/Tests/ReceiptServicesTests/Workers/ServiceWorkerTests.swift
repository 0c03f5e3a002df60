import CIS
import Foundation
import ReceiptScenes
import ReceiptServices
import Synchronization
import Testing

/// UR-13, UR-22, UR-24, UR-28, UR-29, AR-02, AR-08: the workers over their services.
@MainActor struct ServiceWorkerTests {
    private func worker(
        _ service: any ImageUploadService = UploadServiceStub(),
        permissions: Permissions = Permissions(),
        errorText: ErrorText = .localized,
        toast: @escaping @MainActor @Sendable (String) -> Void = { _ in }
    ) -> ServiceUploadReceiptWorker {
        let uuids = Atomic(0)
        return ServiceUploadReceiptWorker(
            service: service,
            photos: PhotoLibraryStub(),
            permissions: permissions,
            naming: ImageNaming(
                now: { Date(timeIntervalSince1970: 1_700_000_000.25) },
                makeUUID: { "uuid-\(uuids.add(1, ordering: .relaxed).newValue)" }
            ),
            errorText: errorText,
            toast: toast
        )
    }

    @Test func `a name is the seconds since 1970 and a UUID, new each time`() {
        let worker = worker()
        #expect(worker.makeImageName() == "1700000000.25_uuid-1")
        #expect(worker.makeImageName() == "1700000000.25_uuid-2")
    }

    @Test func `UR-13 the bytes of an image are taken as they are`() async throws {
        let bytes = try Samples.png()
        let encoded = await worker().encode(ReceiptImage(fileName: "misnamed.jpg", bytes: bytes))
        #expect(encoded == EncodedImage(bytes: bytes, format: .png, pixelWidth: 260, pixelHeight: 220))
    }

    @Test(arguments: [[], Array("text renamed to .jpg".utf8)] as [[UInt8]])
    func `UR-13 text and nothing cannot be encoded`(bytes: [UInt8]) async {
        #expect(await worker().encode(ReceiptImage(fileName: "a.jpg", bytes: bytes)) == nil)
    }

    @Test func `UR-22 and UR-24: the answers are the given ones`() async {
        let worker = worker(permissions: Permissions(camera: .limited, gallery: .denied))
        #expect(await worker.requestCameraPermission() == .limited)
        #expect(await worker.requestGalleryPermission() == .denied)
    }

    @Test func `UR-28 the file names sent are the names with .jpg`() async throws {
        let asked = Mutex<[String]>([])
        let service = UploadServiceStub(onQuery: { names in
            asked.withLock { $0 = names }
            return UploadUrlsDTO(uploadUrls: names.map { UploadUrlDTO(uploadUrl: "to/\($0)", objectKey: $0) })
        })
        let urls = try await worker(service).fetchImageUploadUrls(names: ["a", "b"])
        #expect(asked.withLock { $0 } == ["a.jpg", "b.jpg"])
        #expect(urls == ["a.jpg", "b.jpg"].map { ImageUploadUrl(uploadUrl: "to/\($0)", objectKey: $0) })
    }

    @Test(arguments: [(3, 3), (2, 3), (3, 2), (0, 2), (2, 0)])
    func `UR-28 pairs are made by position, what is left over is ignored`(images: Int, urls: Int) async throws {
        let puts = Mutex<[String: [UInt8]]>([:])
        let service = UploadServiceStub(onPut: { url, bytes in puts.withLock { $0[url] = bytes } })
        try await worker(service).requestImagesUpload(
            (0..<images).map { .sample("image-\($0)", [UInt8($0)]) },
            to: (0..<urls).map { ImageUploadUrl(uploadUrl: "to-\($0)", objectKey: "") }
        )
        let expected = (0..<min(images, urls)).map { ("to-\($0)", [UInt8($0)]) }
        #expect(puts.withLock { $0 } == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test
    func `UR-28 all uploads run at the same time`() async throws {
        let meeting = Meeting(of: 5)  // nobody passes before all five have come
        let service = UploadServiceStub(onPut: { _, _ in await meeting.arrive() })
        let urls = (0..<5).map { ImageUploadUrl(uploadUrl: "\($0)", objectKey: "") }
        try await worker(service).requestImagesUpload((0..<5).map { .sample("\($0)") }, to: urls)
    }

    @Test(arguments: 0..<5)
    func `UR-28 the first error is thrown and cancels the rest`(failing: Int) async {
        struct Refused: Error {}
        let cancellations = Cancellations()
        let service = UploadServiceStub(onPut: { url, _ in
            if url == "\(failing)" { throw Refused() }
            try await cancellations.wait()  // for ever, unless cancelled
        })
        let urls = (0..<5).map { ImageUploadUrl(uploadUrl: "\($0)", objectKey: "") }
        await #expect(throws: Refused.self) {
            try await worker(service).requestImagesUpload((0..<5).map { .sample("\($0)") }, to: urls)
        }
        #expect(cancellations.count == 4)
    }

    @Test func `UR-29 a toast goes to the front end`() {
        var shown: [String] = []
        worker(toast: { shown.append($0) }).showToast("hello")
        #expect(shown == ["hello"])
    }

    @Test func `AR-02 keys and text go to the service as they are`() async throws {
        let service = QuotationServiceStub()
        let worker = ServiceAddRequestsWorker(service: service, port: OutputPort())
        try await worker.requestCreateQuotation(objectKeys: ["a", "b"], requests: "")
        #expect(service.calls == [#"["a", "b"] "#])
    }

    @Test func `AR-08 without a parent an output goes nowhere`() {
        ServiceAddRequestsWorker(service: QuotationServiceStub(), port: OutputPort())
            .send(.quotationRequestSucceeded(message: "done"))
    }

    @Test func `XP-01 the wording of an error is given to the worker`() {
        let korean = ErrorText { _ in "작업을 완료할 수 없습니다.(Test 오류 -999.)" }
        #expect(worker(errorText: korean).text(of: CancellationError()) == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        let child = ServiceAddRequestsWorker(service: QuotationServiceStub(), port: OutputPort(), errorText: korean)
        #expect(child.text(of: CancellationError()) == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
    }

    @Test func `XP-01 the text of an error is the localized description, that of the app's own errors their own`() async
    {
        let foreign = NSError(domain: "Test", code: -999)
        #expect(ErrorText.localized(foreign) == foreign.localizedDescription)
        let own = await #expect(throws: ImageFileError.self) { try await ImageFile.read("") }
        if let own { #expect(ErrorText.localized(own) == own.description) }
    }
}
