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
        return switch parent.modal.value {
        case .camera: [.shoot, .camera, .cancel]
        case .gallery: [.pick, .gallery, .cancel]
        case .sheet: [.camera, .gallery, .cancel]
        case nil: [.attach, .next]
        }
    }
}

extension ScreenSnapshot {
    @MainActor init(_ scene: SceneRuntime<UploadReceipt>) {
        self.init(parent: scene.state, child: scene.child(AddRequests.self)?.state)
    }
}
