import CIS
import Foundation
import ReceiptCommandLine
import ReceiptServices
import Testing

@testable import ReceiptScenes

/// `--trace`: shows what happens in the scenes, with each step below its cause.
@MainActor struct TraceTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test func `the steps of a request, from the image to what the child makes its parent do`() async throws {
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--requests", "빠른 견적", "--trace")
        #expect(code == .success)
        let trace = console.errors.joined(separator: "\n")
        // The end of the child's action comes at once, or later, depending on when the parent's action starts.
        #expect(
            trace.contains(
                """
                [trace] UploadReceipt action imagePicked(ReceiptImage)
                [trace]   UploadReceipt use case attachImage(ReceiptImage)
                [trace]     UploadReceipt mutation imageAttached(ImageModel)
                [trace]       UploadReceipt commit
                [trace]       UploadReceipt side effects
                [trace]   UploadReceipt mutation dismissed(gallery)
                [trace]     UploadReceipt commit
                [trace]     UploadReceipt side effects
                [trace] UploadReceipt action nextTapped
                [trace]   UploadReceipt use case uploadImage
                [trace]     UploadReceipt mutation imagesUploaded(objectKeys: 1 item, names: 1 item)
                [trace]       UploadReceipt commit
                [trace]       UploadReceipt side effects
                [trace] AddRequests action textChanged("빠른 견적")
                [trace]   AddRequests mutation requestsChanged("빠른 견적")
                [trace]     AddRequests commit
                [trace]     AddRequests side effects
                [trace] AddRequests action requestTapped
                [trace]   AddRequests use case requestQuotation
                [trace]     AddRequests mutation quotationRequested
                [trace]       AddRequests commit
                [trace]       AddRequests side effects
                [trace]         AddRequests output quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")
                [trace]           UploadReceipt action quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")
                [trace]             UploadReceipt mutation setAddRequestsActive(false)
                [trace]               UploadReceipt commit
                [trace]                 AddRequests stopped
                [trace]               UploadReceipt side effects
                [trace]             UploadReceipt mutation showMessage("견적 요청을 성공하였습니다 :)")
                [trace]               UploadReceipt commit
                [trace]               UploadReceipt side effects
                [trace]             UploadReceipt mutation clearAttachedImages
                [trace]               UploadReceipt commit
                [trace]               UploadReceipt side effects
                """))
    }

    @Test func `it goes to standard error and leaves standard output as it is`() async throws {
        let (_, traced) = await workplace.send("--attach", Workplace.jpeg, "--trace")
        #expect(traced.output.count == 2)
        #expect(traced.output.first == "[toast] 견적 요청을 성공하였습니다 :)")
        #expect(traced.errors.allSatisfy { $0.hasPrefix("[trace] ") })
    }

    @Test func `in a session each child is followed, from its first action on`() async {
        let (code, console) = await workplace.follow(
            "attach", "gallery \(Workplace.jpeg)", "next", "text one", "back", "next", "text two", "request",
            arguments: ["--trace"]
        )
        #expect(code == .success)
        for text in ["one", "two"] {
            #expect(console.errors.filter { $0 == #"[trace] AddRequests action textChanged("\#(text)")"# }.count == 1)
        }
        #expect(console.errors.filter { $0.hasSuffix(" AddRequests stopped") }.count == 2)
    }

    @Test func `the end of the program stops all scenes, before an error is printed`() async {
        let (_, console) = await workplace.follow(
            "attach", "gallery \(Workplace.jpeg)", "next", "attach", arguments: ["--trace"])
        #expect(
            console.errors.suffix(3) == [
                "[trace] UploadReceipt stopped", "[trace] AddRequests stopped",
                "error: line 4: “attach” is not on the screen now. There are: text, request, back, show, help, quit.",
            ])
    }

    @Test func `help traces nothing, and leaves the store as a crash has left it`() async throws {
        try FileManager.default.createDirectory(atPath: workplace("store/objects"), withIntermediateDirectories: true)
        _ = try workplace.write("half", as: "store/objects/.x.jpg.partial")
        let console = ConsoleStub()
        #expect(await workplace.run(["--store", workplace.store, "--trace", "--help"], console) == .success)
        #expect(console.errors.isEmpty)
        #expect(try workplace.stored().keys.contains("objects/.x.jpg.partial"))
    }

    @Test func `a payload is cut, and cannot send commands to the terminal`() async {
        let (_, console) = await workplace.follow(
            "attach", "gallery \(Workplace.jpeg)", "next",
            "text \u{1B}[2J\u{9B}2J \(String(repeating: "long ", count: 100))", "request", arguments: ["--trace"]
        )
        #expect(console.errors.contains { $0.contains("textChanged(") && $0.contains("\"…)") })
        #expect(console.errors.allSatisfy { $0.count < 120 })
        let isSafe = console.errors.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        #expect(isSafe)
    }

    // MARK: Dropped actions and mutations

    private let service = HeldService()

    private func scene() -> SceneRuntime<UploadReceipt> {
        let file = ReceiptImage(fileName: "receipt.jpg", bytes: [1])
        let image = ImageModel(name: "name", image: file, format: .jpeg, pixelWidth: 1, pixelHeight: 1)
        let photos = FolderService(workplace.store) { "id" }
        let worker = ReceiptWorker(service: service, photos: photos, options: .init())
        return UploadReceipt.assemble(
            UploadReceipt.State(attachedImages: [image]), worker: worker,
            addRequestsWorker: worker)
    }

    @Test func `UR-30 a tap that is dropped is shown with the reason`() async {
        let scene = scene()
        var lines: [String] = []
        Trace.attach(to: scene) { lines.append($0) }
        let first = scene.execute(.nextTapped)
        await scene.execute(.nextTapped).value
        service.open()
        await first.value
        // Where every start is deferred, the drop comes before the start of the first.
        #expect(
            lines.prefix(3).sorted() == [
                "[trace]   UploadReceipt use case uploadImage",
                "[trace] UploadReceipt action nextTapped",
                "[trace] UploadReceipt dropped action nextTapped: busy",
            ])
    }

    @Test func `AR-06 what a child still does when it has been closed is shown as dropped`() async {
        let scene = scene()
        var lines: [String] = []
        Trace.attach(to: scene) { lines.append($0) }
        await scene.execute(.addRequestsActiveChanged(true)).value
        let request = scene.child(of: \.addRequests, as: AddRequests.self)?.execute(.requestTapped)
        await scene.execute(.addRequestsActiveChanged(false)).value
        service.open()
        await request?.value
        #expect(
            lines.suffix(2) == [
                "[trace]     AddRequests dropped mutation quotationRequested: cancelled",
                "[trace] AddRequests action requestTapped ended, cancelled",
            ])
    }
}

/// A service that answers when the test calls ``open()``, or when the caller is cancelled.
private struct HeldService: ReceiptService {
    private let gate = AsyncStream.makeStream(of: Never.self)

    /// From now on every call is answered at once.
    func open() { gate.continuation.finish() }

    @concurrent func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        for await _ in gate.stream {}
        return fileNames.map { ImageUploadUrl(uploadUrl: "to/\($0)", objectKey: $0) }
    }

    @concurrent func putImageData(to url: String, _ bytes: [UInt8]) async throws {}

    @concurrent func mutateCreateQuotation(uploadUrlObjectKeys: [String], requests: String?) async throws -> String {
        for await _ in gate.stream {}
        return "somewhere"
    }
}
