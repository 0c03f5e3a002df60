import CIS
import ReceiptScenes

/// What is on screen, as values.
struct ScreenSnapshot: Equatable {
    let parent: UploadReceipt.State
    let child: AddRequests.State?

    /// What can be typed now, in the order of the screen.
    var verbs: [SessionVerb] {
        buttons + [.show, .help, .quit]
    }

    private var buttons: [SessionVerb] {
        if child != nil { return [.text, .request, .back] }
        if parent.showingCamera { return [.shoot, .camera, .cancel] }
        if parent.showingImagePicker { return [.pick, .gallery, .cancel] }
        if parent.showingSelectImageAttachmentMethodSheet { return [.camera, .gallery, .cancel] }
        return [.attach, .next]
    }
}

extension ScreenSnapshot {
    @MainActor init(_ flow: ReceiptFlow) {
        self.init(parent: flow.uploadReceipt.state, child: flow.addRequests?.state)
    }
}
