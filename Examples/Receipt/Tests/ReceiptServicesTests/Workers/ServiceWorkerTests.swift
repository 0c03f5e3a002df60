import CIS
import CISTesting
import Foundation
import ReceiptScenes
import ReceiptServices
import Synchronization
import Testing

/// UR-13, UR-22, UR-24, UR-28, UR-29, AR-02, AR-08: the workers over their services.
@MainActor struct ServiceWorkerTests {
    private func worker(
        _ service: ServicesDouble = ServicesDouble(),
        permissions: Permissions = Permissions(),
        errorText: ErrorText = .localized,
        toast: @escaping @MainActor @Sendable (String) -> Void = { _ in }
    ) -> ServiceUploadReceiptWorker {
        let uuids = Atomic(0)
        return ServiceUploadReceiptWorker(
            service: service,
            photos: service,
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
        let service = ServicesDouble()
        let urls = try await worker(service).fetchImageUploadUrls(names: ["a", "b"])
        service.querying.expectCalls(["a.jpg", "b.jpg"])
        #expect(urls == ["a.jpg", "b.jpg"].map { UploadUrlDTO.of($0).entity })
    }

    @Test(arguments: [(3, 3), (2, 3), (3, 2), (0, 2), (2, 0)])
    func `UR-28 pairs are made by position, what is left over is ignored`(images: Int, urls: Int) async throws {
        let service = ServicesDouble()
        try await worker(service).requestImagesUpload(
            (0..<images).map { .sample("image-\($0)", [UInt8($0)]) }, to: Self.urls(urls))
        let puts = service.putting.calls.sorted { $0.url < $1.url }
        #expect(puts.map(\.url) == (0..<min(images, urls)).map { "\($0)" })
        #expect(puts.map(\.bytes) == (0..<min(images, urls)).map { [UInt8($0)] })
    }

    @Test func `UR-28 all uploads run at the same time`() async throws {
        let service = ServicesDouble()
        service.putting.always(.wait)
        async let upload: Void = worker(service).requestImagesUpload(Self.images, to: Self.urls(5))
        await service.putting.called(times: 5)
        for _ in 0..<5 { service.putting.release(.value(())) }
        try await upload
    }

    @Test(arguments: 0..<5)
    func `UR-28 the first error is thrown and cancels the rest`(failing: Int) async {
        let service = ServicesDouble()
        service.putting.always(.wait)
        let upload = Task { try await worker(service).requestImagesUpload(Self.images, to: Self.urls(5)) }
        await service.putting.called(times: 5)
        service.putting.release(.error(InjectedFault()), at: failing)
        await #expect(throws: InjectedFault.self) { try await upload.value }
        #expect(service.putting.held.isEmpty)
    }

    private static let images = (0..<5).map { ImageModel.sample("\($0)") }
    private static func urls(_ count: Int) -> [ImageUploadUrl] {
        (0..<count).map { ImageUploadUrl(uploadUrl: "\($0)", objectKey: "") }
    }

    @Test func `UR-29 a toast goes to the front end`() {
        var shown: [String] = []
        worker(toast: { shown.append($0) }).showToast("hello")
        #expect(shown == ["hello"])
    }

    @Test func `AR-02 keys and text go to the service as they are`() async throws {
        let service = ServicesDouble()
        let worker = ServiceAddRequestsWorker(service: service, port: OutputPort())
        try await worker.requestCreateQuotation(objectKeys: ["a", "b"], requests: "")
        service.creating.expectCalls((["a", "b"], ""))
    }

    @Test func `AR-08 an output goes to the parent, and without one nowhere`() {
        final class Parent { var heard: [AddRequests.Output] = [] }
        let parent = Parent()
        let port = OutputPort<AddRequests.Output>()
        let worker = ServiceAddRequestsWorker(service: ServicesDouble(), port: port)
        let output = AddRequests.Output.quotationRequestSucceeded(message: "done")
        worker.send(output)
        #expect(parent.heard.isEmpty)
        port.connect(to: parent) { $0.heard.append($1) }
        worker.send(output)
        #expect(parent.heard == [output])
        port.disconnect()
        worker.send(output)
        #expect(parent.heard == [output])
    }

    @Test func `XP-01 the wording of an error is given to the worker`() {
        let korean = ErrorText { _ in "작업을 완료할 수 없습니다.(Test 오류 -999.)" }
        #expect(worker(errorText: korean).text(of: CancellationError()) == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        let child = ServiceAddRequestsWorker(service: ServicesDouble(), port: OutputPort(), errorText: korean)
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
