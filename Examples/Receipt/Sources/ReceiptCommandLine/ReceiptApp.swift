import CIS
import Foundation
import ReceiptScenes
import ReceiptServices

/// The app put together for a command line: the scenes, their worker over a folder or a server, and what a command means.
@MainActor final class ReceiptApp {
    /// The root; what covers it is its child.
    let scene: SceneRuntime<UploadReceipt>
    /// The pushed screen, while there is one.
    var addRequests: SceneRuntime<AddRequests>? { scene.child(of: \.addRequests, as: AddRequests.self) }
    /// Where the requests are that were sent so far, oldest first.
    var quotations: [String] { sent.places }

    private let sent = Sent()
    private let trace: Trace?

    init(_ options: ReceiptOptions, console: any Console, surroundings: Surroundings) {
        let folder = ReceiptFolder(options.store, files: surroundings.files)
        var workerOptions = surroundings.worker
        workerOptions.permissions = options.permissions
        workerOptions.toast = { [weak console] in console?.write("[toast] \($0.printable(isLine: false))") }
        workerOptions.didSend = { [sent] in sent.places.append($0) }
        let worker = ReceiptWorker(
            service: Self.service(options, folder, surroundings, console), photos: folder, options: workerOptions)
        scene = UploadReceipt.assemble(worker: worker, addRequestsWorker: worker)
        trace = options.trace ? Trace { [weak console] in console?.writeError($0) } : nil
        trace?.follow(scene)
    }

    /// What takes images and requests: the folder, or a server.
    private static func service(
        _ options: ReceiptOptions, _ folder: ReceiptFolder, _ surroundings: Surroundings, _ console: any Console
    ) -> any ReceiptService {
        guard let url = options.server.flatMap({ URL(string: $0) }) else {
            return FolderService(folder, makeID: surroundings.worker.makeUUID)
        }
        return ServerService(url, clock: surroundings.clock) { [weak console] name, percent in
            console?.writeError("[upload] \(name.printable()) \(percent) %")
        }
    }

    func isShown(_ modal: UploadReceipt.Modal) -> Bool { scene.state.modal.value == modal }

    /// Sends the actions that a button stands for, and returns when they are done.
    func press(_ verb: Verb, _ argument: String = "") async throws(ReceiptError) {
        switch verb {
        case .attach: await scene.execute(.attachTapped).value  // UR-01
        case .camera:
            if !isShown(.camera) { await scene.execute(.cameraChosen).value }  // UR-02
            if isShown(.camera), !argument.isEmpty { try await press(.shoot, argument) }
        case .gallery:
            if !isShown(.gallery) { await scene.execute(.galleryChosen).value }  // UR-03
            if isShown(.gallery), !argument.isEmpty { try await press(.pick, argument) }
        case .shoot: await scene.execute(.photoTaken(try await ImageFile.read(argument))).value  // UR-05
        case .pick: await scene.execute(.imagePicked(try await ImageFile.read(argument))).value  // UR-07
        case .cancel:
            let cancel: UploadReceipt.Action =
                isShown(.camera) ? .cameraCancelled : isShown(.gallery) ? .pickerCancelled : .sheetCancelled
            await scene.execute(cancel).value  // UR-04, UR-06, UR-11 as decided in D1
        case .next: await scene.execute(.nextTapped).value  // UR-08
        case .text: await run(.textChanged(argument))  // AR-01
        case .request: await run(.requestTapped)  // AR-02
        case .back: await scene.execute(.addRequestsActiveChanged(false)).value  // UR-09, AR-06
        case .show, .help, .quit: break
        }
    }

    /// Executes an action of the pushed screen, if there is one, and returns when what it told its parent is done, too.
    private func run(_ action: AddRequests.Action) async {
        await addRequests?.execute(action).value
        // That is an action of the parent's. Older systems begin it in a job of its own, which is in front of this one.
        await Task { @MainActor in }.value
    }

    @MainActor private final class Sent {
        var places: [String] = []
    }
}
