import ReceiptServices

/// `receipt send`: does what a user of the screens would do, button by button.
///
/// All or nothing: when one image cannot be attached, nothing is sent, because a request cannot be taken back and a
/// request with an image missing is not the one that was asked for. The files given are only ever read.
@MainActor struct SendRunner {
    let app: ReceiptApp
    let console: any Console

    func run(_ request: SendRequest) async throws(ReceiptError) -> ExitCode {
        var refused: [String] = []
        for image in request.images {
            let (button, path) =
                switch image {
                case .gallery(let path): (Verb.gallery, path)
                case .camera(let path): (Verb.camera, path)
                }
            if await !isAttached(button, path) { refused.append("“\(path.printable())”") }
        }
        guard refused.isEmpty else {
            let count = "\(refused.count) of \(request.images.count)"
            let names = refused.joined(separator: ", ")
            return notSent("\(count) images could not be attached: \(names). Leave them out or replace them.")
        }
        try await app.press(.next)
        guard app.addRequests != nil else {
            return notSent("The upload was not completed; the message above says why.")
        }
        try await app.press(.text, request.requests)
        try await app.press(.request)
        if let child = app.addRequests { return notSent(child.state.message.printable(isLine: false)) }  // AR-04
        guard let place = app.quotations.last else { return notSent("No quotation was written.") }
        console.write(place)
        return .success
    }

    /// Whether there is one image more than before.
    private func isAttached(_ button: Verb, _ path: String) async -> Bool {
        let before = app.scene.state.attachedImages.count
        do throws(ReceiptError) {
            try await app.press(.attach)
            try await app.press(button, path)
        } catch {
            console.writeError("error: \(error.description.printable(isLine: false))")
            try? await app.press(.cancel)
        }
        return app.scene.state.attachedImages.count > before
    }

    private func notSent(_ reason: String) -> ExitCode {
        console.writeError("error: Not sent. \(reason)")
        return .failure
    }
}
