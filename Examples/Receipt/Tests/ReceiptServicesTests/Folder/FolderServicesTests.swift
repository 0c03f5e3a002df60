import Foundation
import ReceiptScenes
import ReceiptServices
import Synchronization
import Testing

/// UR-31 to UR-34 and UR-21 over a folder.
struct FolderServicesTests {
    private let folder: TemporaryFolder
    private let store: ReceiptFolder

    init() throws {
        folder = try TemporaryFolder()
        store = ReceiptFolder(folder("store"), makeUUID: { UUID().uuidString })
    }

    @Test func `UR-31 there is one url for each file name, in order, with a key of its own`() async throws {
        let service = FolderImageUploadService(store)
        let dto = try await service.queryImageUploadUrls(fileNames: ["b.jpg", "a.jpg"])
        #expect(dto.uploadUrls.map(\.objectKey) == ["b.jpg", "a.jpg"])
        #expect(Set(dto.uploadUrls.map(\.uploadUrl)).count == 2)
    }

    @Test func `UR-31 the DTO has exactly the key names of the service`() throws {
        let json = #"{"uploadUrls":[{"uploadUrl":"u","objectKey":"k"}]}"#
        let dto = try JSONDecoder().decode(UploadUrlsDTO.self, from: Data(json.utf8))
        #expect(dto == UploadUrlsDTO(uploadUrls: [UploadUrlDTO(uploadUrl: "u", objectKey: "k")]))
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(dto)) as? [String: [[String: String]]]
        #expect(encoded == ["uploadUrls": [["uploadUrl": "u", "objectKey": "k"]]])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "../a", "a\nb", String(repeating: "x", count: 256)])
    func `UR-31 a name that cannot be a file is refused before anything is written`(name: String) async throws {
        let service = FolderImageUploadService(store)
        let error = await #expect(throws: StoreError.self) {
            try await service.queryImageUploadUrls(fileNames: ["good.jpg", name])
        }
        #expect(error?.description.contains("“\(name)”") == true)
        #expect(try folder.files().isEmpty)
    }

    @Test func `UR-31 a name asked for twice is refused, as one upload would replace the other`() async {
        let service = FolderImageUploadService(store)
        await #expect(throws: StoreError.self) { try await service.queryImageUploadUrls(fileNames: ["a", "a"]) }
    }

    @Test(arguments: ["a.jpg", "with blank.jpg", "100%.jpg", "명세표.jpg", "a#b?c.jpg"])
    func `UR-32 the bytes are kept under their key, identical`(name: String) async throws {
        let bytes = try Samples.jpeg()
        let service = FolderImageUploadService(store)
        let url = try #require(try await service.queryImageUploadUrls(fileNames: [name]).uploadUrls.first)
        try await service.putImageData(to: url.uploadUrl, bytes)
        #expect(try folder.files(in: "store") == ["objects/\(url.objectKey)": bytes])
    }

    @Test(arguments: ["", "http://example.org/a.jpg", "file:///etc/passwd", "not a url"])
    func `UR-32 a url that the store did not give out is refused`(url: String) async throws {
        let service = FolderImageUploadService(store)
        let error = await #expect(throws: StoreError.self) { try await service.putImageData(to: url, [1]) }
        #expect(error?.reason == .foreignUrl(url))
        #expect(try folder.files().isEmpty)
    }

    @Test func `UR-33 a quotation is one file with exactly three keys`() async throws {
        let written = Mutex<[String]>([])
        let service = FolderQuotationService(store, makeID: { "id-1" }) { path in written.withLock { $0.append(path) } }
        try await service.mutateCreateQuotation(uploadUrlObjectKeys: ["a.jpg", "b/\"c\""], requests: "줄 1\n줄 2")
        let expected = #"{"id":"id-1","uploadUrlObjectKeys":["a.jpg","b/\"c\""],"requests":"줄 1\n줄 2"}"# + "\n"
        let files = try folder.files(in: "store")
        #expect(files.mapValues { String(decoding: $0, as: UTF8.self) } == ["quotations/id-1.json": expected])
        #expect(written.withLock { $0 } == [folder("store/quotations/id-1.json")])
    }

    @Test func `UR-33 no text is null, which is not the empty text`() async throws {
        let service = FolderQuotationService(store, makeID: { "id-1" })
        try await service.mutateCreateQuotation(uploadUrlObjectKeys: [], requests: nil)
        let text = try folder.files(in: "store")["quotations/id-1.json"].map { String(decoding: $0, as: UTF8.self) }
        #expect(text == #"{"id":"id-1","uploadUrlObjectKeys":[],"requests":null}"# + "\n")
    }

    @Test func `UR-33 a quotation that cannot be written is not told as written`() async throws {
        let failing = ReceiptFolder(
            folder("store"),
            fileSystem: FailingFileSystem(text: "quotations", code: ENOSPC),
            makeUUID: { UUID().uuidString }
        )
        let written = Mutex(0)
        let service = FolderQuotationService(failing, makeID: { "id-1" }) { _ in written.withLock { $0 += 1 } }
        await #expect(throws: StoreError.self) {
            try await service.mutateCreateQuotation(uploadUrlObjectKeys: [], requests: "")
        }
        #expect(written.withLock { $0 } == 0)
        #expect(try folder.files().isEmpty)
    }

    @Test func `UR-34 url and key become the entity one to one`() {
        let entity = UploadUrlDTO(uploadUrl: "u", objectKey: "k").entity
        #expect(entity == ImageUploadUrl(uploadUrl: "u", objectKey: "k"))
    }

    @Test(arguments: [("receipt-1.jpg", "jpg"), ("receipt-2.png", "png")])
    func `UR-21 a photo is kept as it is, named by its content`(sample: String, suffix: String) async throws {
        let naming = ImageNaming(now: { Date(timeIntervalSince1970: 0.5) }, makeUUID: { "uuid" })
        let bytes = try Samples.bytes(sample)
        try await FolderPhotoLibrary(store, naming: naming).save(ReceiptImage(fileName: "whatever.gif", bytes: bytes))
        #expect(try folder.files(in: "store") == ["photos/0.5_uuid.\(suffix)": bytes])
    }

    @Test func `UR-21 what is no image is not kept`() async throws {
        let naming = ImageNaming(now: { Date() }, makeUUID: { "uuid" })
        let library = FolderPhotoLibrary(store, naming: naming)
        let error = await #expect(throws: StoreError.self) {
            try await library.save(ReceiptImage(fileName: "notes.jpg", bytes: Array("text".utf8)))
        }
        #expect(error?.description.contains("“notes.jpg”") == true)
        #expect(try folder.files().isEmpty)
    }
}
