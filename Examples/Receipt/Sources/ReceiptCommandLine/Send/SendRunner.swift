import CIS
import ReceiptScenes
import ReceiptServices

/// `receipt send`: does what a user of the screens would do, action by action.
///
/// All or nothing: when one image cannot be attached, nothing is sent, because a request cannot be taken back and a
/// request with an image missing is not the one that was asked for. The files given are only ever read.
@MainActor struct SendRunner {
    let app: ReceiptApp
    let console: any Console

    func run(_ request: SendRequest) async -> ExitCode {
        var refused: [String] = []
        for image in request.images {
            let isAttached = await attach(image)
            if !isAttached { refused.append(image.path) }
        }
        guard refused.isEmpty else {
            let names = refused.map { "“\(Printable.line($0))”" }.joined(separator: ", ")
            let count = "\(refused.count) of \(request.images.count)"
            return notSent("\(count) images could not be attached: \(names). Leave them out or replace them.")
        }

        await parent.execute(.nextTapped).value  // UR-08
        guard app.addRequests != nil else {
            return notSent("The upload was not completed; the message above says why.")
        }

        await app.run(.textChanged(request.requests))  // AR-01
        await app.run(.requestTapped)  // AR-02
        if let child = app.addRequests { return notSent(Printable.text(child.state.message)) }  // AR-04
        guard let path = app.quotations.last else { return notSent("No quotation was written.") }
        console.write(path)
        return .success
    }

    private var parent: SceneRuntime<UploadReceipt> { app.scene }

    /// Whether there is one image more than before.
    private func attach(_ image: SendRequest.Source) async -> Bool {
        let before = parent.state.attachedImages.count
        await parent.execute(.attachTapped).value  // UR-01
        do throws(ReceiptError) {
            switch image {
            case .gallery(let path):
                await parent.execute(.galleryChosen).value  // UR-03
                if app.isShown(.gallery) { try await app.pick(path) }  // UR-07
            case .camera(let path):
                await parent.execute(.cameraChosen).value  // UR-02
                if app.isShown(.camera) { try await app.shoot(path) }  // UR-05
            }
        } catch {
            console.writeError("error: \(Printable.text(error.description))")
            await parent.execute(app.isShown(.gallery) ? .pickerCancelled : .cameraCancelled).value  // UR-06, UR-04
        }
        return parent.state.attachedImages.count > before
    }

    private func notSent(_ reason: String) -> ExitCode {
        console.writeError("error: Not sent. \(reason)")
        return .failure
    }
}

extension SendRequest.Source {
    fileprivate var path: String {
        switch self {
        case .gallery(let path), .camera(let path): path
        }
    }
}
