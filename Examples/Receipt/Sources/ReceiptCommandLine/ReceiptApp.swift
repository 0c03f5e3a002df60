import CIS
import Foundation
import ReceiptScenes
import ReceiptServices

/// The app put together for a command line: scenes, workers over the store folder, toasts on the console.
@MainActor final class ReceiptApp {
    /// The root; what covers it is its child.
    let scene: SceneRuntime<UploadReceipt>
    private let sent = Sent()
    private let trace: Trace?

    init(_ options: ReceiptOptions, console: any Console, surroundings: Surroundings) {
        let folder = ReceiptFolder(options.store, files: surroundings.files)
        var outside = ReceiptWorker.Surroundings()
        outside.permissions = options.permissions
        outside.now = surroundings.now
        outside.makeUUID = surroundings.makeUUID
        outside.toast = { [weak console] message in console?.write("[toast] \(Printable.text(message))") }
        outside.didSend = { [sent] place in sent.places.append(place) }
        let worker = ReceiptWorker(
            service: Self.service(options, folder, surroundings, console), photos: folder, surroundings: outside)
        scene = UploadReceipt.assemble(worker: worker, makeAddRequestsWorker: worker.connected)
        trace = options.trace ? Trace { [weak console] line in console?.writeError(line) } : nil
        trace?.follow(scene)
    }

    /// What takes images and requests: the folder, or a server.
    private static func service(
        _ options: ReceiptOptions, _ folder: ReceiptFolder, _ surroundings: Surroundings, _ console: any Console
    ) -> any ReceiptService {
        guard let url = options.server.flatMap({ URL(string: $0) }) else {
            return FolderService(folder, makeID: surroundings.makeUUID)
        }
        return ServerService(url, clock: surroundings.clock) { [weak console] name, percent in
            console?.writeError("[upload] \(Printable.line(name)) \(percent) %")
        }
    }

    /// The paths or addresses of the quotations sent so far, oldest first.
    var quotations: [String] { sent.places }

    /// The pushed screen, while there is one.
    var addRequests: SceneRuntime<AddRequests>? { scene.child(AddRequests.self) }

    func isShown(_ modal: UploadReceipt.Modal) -> Bool { scene.state.modal.value == modal }

    /// Executes an action of the pushed screen, if there is one, and returns when what it told its parent is done, too.
    func run(_ action: AddRequests.Action) async {
        await addRequests?.execute(action).value
        // That is an action of the parent's. Older systems begin it in a job of its own, which is in front of this one.
        await Task { @MainActor in }.value
    }

    /// The file that stands for what the user picks in the gallery, which must be on screen.
    func pick(_ path: String) async throws(ReceiptError) {
        let image = try await ImageFile.read(path)
        await scene.execute(.imagePicked(image)).value
    }

    /// The file that stands for what the camera sees, which must be on screen.
    func shoot(_ path: String) async throws(ReceiptError) {
        let image = try await ImageFile.read(path)
        await scene.execute(.photoTaken(image)).value
    }

    @MainActor private final class Sent {
        var places: [String] = []
    }
}
