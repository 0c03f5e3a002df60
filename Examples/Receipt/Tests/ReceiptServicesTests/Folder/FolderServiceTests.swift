import CISWorkers
import Foundation
import ReceiptScenes
import ReceiptServices
import Testing

/// UR-31 to UR-34: the service that stores requests in a folder.
struct FolderServiceTests {
    private let folder: TemporaryFolder
    private let service: FolderService

    init() throws {
        folder = try TemporaryFolder()
        service = FolderService(folder("store")) { "id-1" }
    }

    @Test func `UR-31 there is one url for each file name, in order, with a key of its own`() async throws {
        let urls = try await service.queryImageUploadUrls(fileNames: ["b.jpg", "a.jpg"])
        #expect(urls.map(\.objectKey) == ["b.jpg", "a.jpg"])
        #expect(Set(urls.map(\.uploadUrl)).count == 2)
    }

    @Test func `UR-31 UR-34 an address has exactly the key names of the service`() throws {
        let url = try JSONDecoder().decode(ImageUploadUrl.self, from: Data(#"{"uploadUrl":"u","objectKey":"k"}"#.utf8))
        #expect(url == ImageUploadUrl(uploadUrl: "u", objectKey: "k"))
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(url)) as? [String: String]
        #expect(encoded == ["uploadUrl": "u", "objectKey": "k"])
    }

    @Test(arguments: ["a.jpg", "with blank.jpg", "100%.jpg", "명세표.jpg", "a#b?c.jpg"])
    func `UR-32 the bytes are kept under their key, identical`(name: String) async throws {
        let bytes = try Samples.jpeg()
        let url = try #require(try await service.queryImageUploadUrls(fileNames: [name]).first)
        try await service.putImageData(to: url.uploadUrl, bytes)
        #expect(try folder.files(in: "store") == ["objects/\(url.objectKey)": bytes])
    }

    @Test(arguments: [
        "", "http://example.org/a.jpg", "file:///etc/passwd", "not a url", "objects/", "objects/.", "objects/..",
        "objects/.hidden", "objects/a/b", "objects/../a", "objects/a\nb", "photos/a",
    ])
    func `UR-32 a url that the store did not give out is refused`(url: String) async throws {
        let error = await #expect(throws: ReceiptError.self) { try await service.putImageData(to: url, [1]) }
        #expect(error?.description.contains("“\(url)” is no upload address") == true)
        #expect(try folder.files().isEmpty)
    }

    @Test func `UR-33 a quotation is one file with exactly three keys`() async throws {
        let keys = ["a.jpg", "b/\"c\""]
        let path = try await service.mutateCreateQuotation(uploadUrlObjectKeys: keys, requests: "줄 1\n줄 2")
        let expected = #"{"id":"id-1","uploadUrlObjectKeys":["a.jpg","b/\"c\""],"requests":"줄 1\n줄 2"}"# + "\n"
        let files = try folder.files(in: "store")
        #expect(files.mapValues { String(decoding: $0, as: UTF8.self) } == ["quotations/id-1.json": expected])
        #expect(path == folder("store/quotations/id-1.json"))
    }

    @Test func `UR-33 no text is null, which is not the empty text`() async throws {
        let path = try await service.mutateCreateQuotation(uploadUrlObjectKeys: [], requests: nil)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == #"{"id":"id-1","uploadUrlObjectKeys":[],"requests":null}"# + "\n")
    }

    @Test func `a store that is only opened makes nothing`() {
        _ = FolderService(folder("other")) { "id" }
        #expect(!FileManager.default.fileExists(atPath: folder("other")))
    }

    @Test func `what a crash left behind is removed at the next start, other files are kept`() async throws {
        let path = folder("store/quotations/")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        _ = try folder.write([9], as: "store/quotations/.x.json.partial")
        _ = try folder.write([1], as: "store/quotations/kept.json")
        _ = FolderService(folder("store")) { "id" }
        #expect(try folder.files(in: "store") == ["quotations/kept.json": [1]])
    }

    @Test func `if a file is in the place of a folder, the error names the path`() async throws {
        _ = try folder.write([1], as: "store")
        let error = await #expect(throws: StorageError.self) {
            try await service.mutateCreateQuotation(uploadUrlObjectKeys: [], requests: nil)
        }
        #expect(error?.description.contains(folder("store/quotations")) == true)
    }
}
