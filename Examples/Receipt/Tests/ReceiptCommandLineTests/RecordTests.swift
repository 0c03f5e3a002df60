import CISInspector
import Foundation
import ReceiptCommandLine
import Testing

/// `--record`: writes what happens in the scenes to a file.
@MainActor struct RecordTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test func `the recording has both scenes, from the first action to the last`() async throws {
        let file = workplace("run.cisrec")
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--record", file)
        #expect(code == .success && console.errors == [])
        let recording = try Recording(contentsOf: URL(filePath: file))
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.name) == ["UploadReceipt", "AddRequests"])
        #expect(recording.lines.filter { $0.kind == .action }.first?.name == "attachTapped")
        #expect(
            recording.lines.filter { $0.kind == .call }.map(\.name) == [
                "requestGalleryPermission", "encode", "fetchImageUploadUrls", "requestImagesUpload",
                "requestCreateQuotation", "showToast",
            ])
        #expect(recording.lines.filter { $0.kind == .answer }.allSatisfy { $0.ending == "returned" })
        #expect(recording.lines.filter { $0.kind == .output }.map(\.name) == ["quotationRequestSucceeded"])
    }

    @Test func `nothing is sent if the file cannot be made`() async throws {
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--record", workplace("no/run.cisrec"))
        #expect(code == .failure && console.errors.count == 1)
        #expect(try workplace.stored().isEmpty)
    }
}
