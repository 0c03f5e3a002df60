import CIS
import CISTesting
import CISWorkers
import Foundation
import ReceiptServices
import Synchronization
import Testing

@testable import ReceiptScenes

/// UR-13, UR-22, UR-24, UR-28, UR-29, AR-02: the workers together with their services.
@MainActor struct ReceiptWorkerTests {
    private func worker(
        _ service: ServiceDouble = ServiceDouble(), photos: MemoryFiles = MemoryFiles(),
        _ change: (inout ReceiptWorker.Options) -> Void = { _ in }
    ) -> ReceiptWorker {
        let uuids = Atomic(0)
        var options = ReceiptWorker.Options()
        options.now = { Date(timeIntervalSince1970: 1_700_000_000.25) }
        options.makeUUID = { "uuid-\(uuids.add(1, ordering: .relaxed).newValue)" }
        change(&options)
        let folder = FolderService("/store", files: photos) { "id" }
        return ReceiptWorker(service: service, photos: folder, options: options)
    }

    @Test func `a name is the seconds since 1970 and a UUID, new each time`() async throws {
        let worker = worker()
        let image = ReceiptImage(fileName: "a.jpg", bytes: try Samples.jpeg())
        #expect(await worker.encode(image)?.name == "1700000000.25_uuid-1")
        #expect(await worker.encode(image)?.name == "1700000000.25_uuid-2")
    }

    @Test func `UR-13 the bytes of an image are taken as they are`() async throws {
        let bytes = try Samples.png()
        let image = ReceiptImage(fileName: "misnamed.jpg", bytes: bytes)
        let expected = ImageModel(
            name: "1700000000.25_uuid-1", image: image, format: .png, pixelWidth: 260, pixelHeight: 220)
        #expect(await worker().encode(image) == expected)
    }

    @Test(arguments: [[], Array("text renamed to .jpg".utf8)] as [[UInt8]])
    func `UR-13 text and nothing cannot be encoded`(bytes: [UInt8]) async {
        #expect(await worker().encode(ReceiptImage(fileName: "a.jpg", bytes: bytes)) == nil)
    }

    @Test func `UR-22 and UR-24: the answers are the given ones`() async {
        let worker = worker {
            $0.camera = .limited
            $0.gallery = .denied
        }
        #expect(await worker.requestCameraPermission() == .limited)
        #expect(await worker.requestGalleryPermission() == .denied)
    }

    @Test func `UR-28 the file names sent are the names with .jpg`() async throws {
        let service = ServiceDouble()
        let urls = try await worker(service).fetchImageUploadUrls(names: ["a", "b"])
        service.querying.expectCalls(["a.jpg", "b.jpg"])
        #expect(urls == ["a.jpg", "b.jpg"].map(ImageUploadUrl.of))
    }

    @Test(arguments: [(3, 3), (2, 3), (3, 2), (0, 2), (2, 0)])
    func `UR-28 pairs are made by position, what is left over is ignored`(images: Int, urls: Int) async throws {
        let service = ServiceDouble()
        try await worker(service).requestImagesUpload(
            (0..<images).map { .sample("image-\($0)", [UInt8($0)]) }, to: Self.urls(urls))
        let puts = service.putting.calls.sorted { $0.url < $1.url }
        #expect(puts.map(\.url) == (0..<min(images, urls)).map { "\($0)" })
        #expect(puts.map(\.bytes) == (0..<min(images, urls)).map { [UInt8($0)] })
    }

    @Test func `UR-28 all uploads run at the same time`() async throws {
        let service = ServiceDouble()
        service.putting.always(.wait)
        async let upload: Void = worker(service).requestImagesUpload(Self.images, to: Self.urls(5))
        await service.putting.called(times: 5)
        for _ in 0..<5 { service.putting.release(.value(())) }
        try await upload
    }

    @Test(arguments: 0..<5)
    func `UR-28 the first error is thrown and cancels the rest`(failing: Int) async {
        let service = ServiceDouble()
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
        worker { $0.toast = { shown.append($0) } }.showToast("hello")
        #expect(shown == ["hello"])
    }

    @Test(arguments: [("receipt-1.jpg", "jpg"), ("receipt-2.png", "png")])
    func `UR-21 a photo is kept as it is, named by its content`(sample: String, suffix: String) async throws {
        let photos = MemoryFiles()
        let bytes = try Samples.bytes(sample)
        try await worker(photos: photos).saveImage(ReceiptImage(fileName: "whatever.gif", bytes: bytes))
        #expect(photos.read(URL(filePath: "/store/photos/1700000000.25_uuid-1.\(suffix)")) == Data(bytes))
    }

    @Test func `UR-21 what is no image is not kept`() async throws {
        let photos = MemoryFiles()
        let error = await #expect(throws: ReceiptError.self) {
            try await worker(photos: photos).saveImage(ReceiptImage(fileName: "notes.jpg", bytes: Array("text".utf8)))
        }
        #expect(error?.description.contains("“notes.jpg” is not a photo") == true)
        #expect(photos.list(URL(filePath: "/store/photos")).isEmpty)
    }

    @Test func `AR-02 keys and text reach the service unchanged, and the path of the request is stored`() async throws {
        let service = ServiceDouble()
        let worker = worker(service)
        try await worker.requestCreateQuotation(objectKeys: ["a", "b"], requests: "")
        service.creating.expectCalls((["a", "b"], ""))
        #expect(worker.quotations == ["somewhere"])
    }

    @Test func `UR-33 a quotation that was not created is not reported as sent`() async {
        let service = ServiceDouble()
        service.creating.always(.error(InjectedFault()))
        let worker = worker(service)
        await #expect(throws: InjectedFault.self) {
            try await worker.requestCreateQuotation(objectKeys: [], requests: "")
        }
        #expect(worker.quotations.isEmpty)
    }

    @Test func `XP-01 the wording of an error is given to the worker; by default it is the platform's`() {
        #expect(worker { $0.text = { _ in "작업을 완료할 수 없습니다." } }.text(of: CancellationError()) == "작업을 완료할 수 없습니다.")
        let foreign = NSError(domain: "Test", code: -999)
        #expect(worker().text(of: foreign) == foreign.localizedDescription)
        #expect(worker().text(of: ReceiptError("x")) == "x")
    }
}
