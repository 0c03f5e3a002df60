import CIS
import CISWorkers
import Foundation
import ReceiptScenes
import ReceiptServices

/// The scenes over a folder or a server, and what a verb does in them.
@MainActor final class ReceiptApp {
    /// The root screen. What covers it is its child.
    let scene: SceneRuntime<UploadReceipt>
    var addRequests: SceneRuntime<AddRequests>? { scene.child(of: \.addRequests, as: AddRequests.self) }
    let worker: ReceiptWorker
    let terminal: Terminal
    private let trace: Trace?

    init(_ arguments: Arguments, _ receipt: Receipt) {
        let terminal = receipt.terminal
        var options = receipt.worker
        options.camera = arguments.camera
        options.gallery = arguments.gallery
        options.toast = { terminal.write("[toast] \($0)") }
        let folder = FolderService(arguments.store, files: receipt.files, makeID: options.makeUUID)
        let server = arguments.server.map { url in
            ServerService(url, clock: receipt.clock) { terminal.writeError("[upload] \($0) \($1) %") }
        }
        worker = ReceiptWorker(service: server ?? folder, photos: folder, options: options)
        scene = UploadReceipt.assemble(worker: worker, addRequestsWorker: worker)
        trace = arguments.trace ? Trace(of: scene, write: terminal.writeError) : nil
        self.terminal = terminal
    }

    /// Executes the actions that a verb stands for, and returns when they are done.
    func press(_ verb: Verb, _ argument: String = "") async throws {
        switch verb {
        case .attach: await scene.execute(.attachTapped).value  // UR-01
        case .camera:
            if !isShown(.camera) { await scene.execute(.cameraChosen).value }  // UR-02
            if isShown(.camera), !argument.isEmpty { try await press(.shoot, argument) }
        case .gallery:
            if !isShown(.gallery) { await scene.execute(.galleryChosen).value }  // UR-03
            if isShown(.gallery), !argument.isEmpty { try await press(.pick, argument) }
        case .shoot: await scene.execute(.photoTaken(try await image(argument))).value  // UR-05
        case .pick: await scene.execute(.imagePicked(try await image(argument))).value  // UR-07
        case .cancel where isShown(.camera): await scene.execute(.cameraCancelled).value  // UR-04
        case .cancel where isShown(.gallery): await scene.execute(.pickerCancelled).value  // UR-06
        case .cancel: await scene.execute(.sheetCancelled).value  // UR-11 as decided in D1
        case .next: await scene.execute(.nextTapped).value  // UR-08
        case .text: await addRequests?.execute(.textChanged(argument)).value  // AR-01
        case .request:
            await addRequests?.execute(.requestTapped).value  // AR-02
            // Its output is an action of the parent, which older systems begin in a job of its own: in front of this one.
            await Task { @MainActor in }.value
        case .back: await scene.execute(.addRequestsActiveChanged(false)).value  // UR-09, AR-06
        case .show, .help, .quit: break
        }
    }

    private func isShown(_ modal: UploadReceipt.Modal) -> Bool { scene.state.modal.value == modal }

    /// Reads the file that stands for what the gallery or the camera delivers. Whether it is an image, the encoder decides.
    @concurrent private func image(_ path: String) async throws -> ReceiptImage {
        let file = URL(filePath: path, directoryHint: .checkFileSystem)
        if file.hasDirectoryPath { throw ReceiptError("“\(path)” is a folder. Give one JPEG or PNG file in it.") }
        guard let bytes = try DiskFiles().read(file) else {
            throw ReceiptError("“\(path)” does not exist. Check the path; it must lead to a JPEG or PNG file.")
        }
        return ReceiptImage(fileName: file.lastPathComponent, bytes: Array(bytes))
    }
}
