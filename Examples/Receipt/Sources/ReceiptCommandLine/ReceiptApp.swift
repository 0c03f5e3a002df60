import CIS
import Foundation
import ReceiptScenes
import ReceiptServices
import Synchronization

/// The app put together for a command line: scenes, workers over the store folder, toasts on the console.
@MainActor final class ReceiptApp {
    let flow: ReceiptFlow
    private let written: WrittenQuotations
    private let trace: Trace?

    init(_ options: ReceiptOptions, console: any Console, surroundings: Surroundings) {
        let folder = ReceiptFolder(
            options.store,
            fileSystem: surroundings.fileSystem,
            makeUUID: surroundings.makeUUID
        )
        let naming = ImageNaming(now: surroundings.now, makeUUID: surroundings.makeUUID)
        let written = WrittenQuotations()
        let (images, quotations) = Self.services(options, folder, surroundings, console, didCreate: written.append)
        self.written = written
        trace = options.trace ? Trace { [weak console] line in console?.writeError(line) } : nil
        flow = ReceiptFlow(
            uploadReceiptWorker: ServiceUploadReceiptWorker(
                service: images,
                photos: FolderPhotoLibrary(folder, naming: naming),
                permissions: options.permissions,
                naming: naming,
                toast: { [weak console] message in console?.write("[toast] \(Printable.text(message))") }
            ),
            makeAddRequestsWorker: { port in ServiceAddRequestsWorker(service: quotations, port: port) }
        )
        trace?.follow(flow)
    }

    /// Who takes images and requests: the folder, or a server.
    private static func services(
        _ options: ReceiptOptions,
        _ folder: ReceiptFolder,
        _ surroundings: Surroundings,
        _ console: any Console,
        didCreate: @escaping @Sendable (String) -> Void
    ) -> (any ImageUploadService, any QuotationService) {
        guard let url = options.server.flatMap({ URL(string: $0) }) else {
            let quotations = FolderQuotationService(folder, makeID: surroundings.makeUUID, didWrite: didCreate)
            return (FolderImageUploadService(folder), quotations)
        }
        let server = ReceiptServer(
            url,
            clock: surroundings.clock,
            onProgress: { [weak console] name, percent in
                console?.writeError("[upload] \(Printable.line(name)) \(percent) %")
            },
            didCreate: didCreate
        )
        return (server, server)
    }

    /// The paths or addresses of the quotations sent so far, oldest first.
    var quotations: [String] { written.paths }

    var isPickerShown: Bool { flow.uploadReceipt.state.showingImagePicker }
    var isCameraShown: Bool { flow.uploadReceipt.state.showingCamera }

    /// The file that stands for what the user picks in the gallery, which must be on screen.
    func pick(_ path: String) async throws(ImageFileError) {
        let image = try await ImageFile.read(path)
        await flow.uploadReceipt.execute(.imagePicked(image)).value
    }

    /// The file that stands for what the camera sees, which must be on screen.
    func shoot(_ path: String) async throws(ImageFileError) {
        let image = try await ImageFile.read(path)
        await flow.uploadReceipt.execute(.photoTaken(image)).value
    }

    private final class WrittenQuotations: Sendable {
        private let list = Mutex<[String]>([])
        var paths: [String] { list.withLock { $0 } }

        func append(_ path: String) {
            list.withLock { $0.append(path) }
        }
    }
}
