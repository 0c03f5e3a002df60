import CIS
import ReceiptScenes
import Testing

/// UR-01 to UR-11: what each action does, in its order.
@MainActor struct UploadReceiptActionTests {
    private let worker = UploadReceiptWorkerStub()

    private func scene(_ state: UploadReceipt.State = .init()) -> SceneRuntime<UploadReceipt> {
        UploadReceipt.assemble(state, worker: worker)
    }

    @Test func `the initial state is empty and shows nothing but the screen`() {
        let state = scene().state
        #expect(state == UploadReceipt.State())
        #expect(state.attachedImages.isEmpty && state.domainState.attachedImages.isEmpty)
        #expect(!state.showingSelectImageAttachmentMethodSheet && !state.showingImagePicker && !state.showingCamera)
        #expect(!state.isAddRequestsViewActive && state.receiptImageUploadUrlObjectKeys.isEmpty)
    }

    @Test func `UR-01 attach opens the sheet`() async {
        let scene = scene()
        await scene.execute(.attachTapped).value
        #expect(scene.state.showingSelectImageAttachmentMethodSheet)
        #expect(worker.calls.isEmpty && worker.toasts.isEmpty)
    }

    @Test func `UR-02 camera closes the sheet first and then asks for the camera`() async {
        let scene = scene()
        await scene.execute(.attachTapped).value
        var seen: [String] = []
        let token = scene.observe({ "\($0.showingSelectImageAttachmentMethodSheet) \($0.showingCamera)" }) {
            seen.append($0)
        }
        await scene.execute(.cameraChosen).value
        token.cancel()
        #expect(seen == ["true false", "false false", "false true"])
        #expect(worker.calls == ["camera permission", "gallery permission"])
    }

    @Test func `UR-03 gallery closes the sheet first and then asks for the gallery`() async {
        let scene = scene()
        await scene.execute(.attachTapped).value
        var seen: [String] = []
        let token = scene.observe({ "\($0.showingSelectImageAttachmentMethodSheet) \($0.showingImagePicker)" }) {
            seen.append($0)
        }
        await scene.execute(.galleryChosen).value
        token.cancel()
        #expect(seen == ["true false", "false false", "false true"])
        #expect(worker.calls == ["gallery permission"])
    }

    @Test func `UR-04 cancelling the camera closes it`() async {
        let scene = scene()
        await scene.execute(.cameraChosen).value
        await scene.execute(.cameraCancelled).value
        #expect(!scene.state.showingCamera)
    }

    @Test func `UR-05 a photo is saved, then attached, then the camera closes`() async {
        let scene = scene()
        await scene.execute(.cameraChosen).value
        var cameraWhenAttached: Bool?
        let token = scene.observe(\.attachedImages, initially: false) { _ in
            cameraWhenAttached = scene.state.showingCamera
        }
        await scene.execute(.photoTaken(.sample())).value
        token.cancel()
        #expect(worker.calls.suffix(2) == ["save receipt-1.jpg", "encode receipt-1.jpg"])
        #expect(cameraWhenAttached == true)
        #expect(!scene.state.showingCamera)
        #expect(scene.state.attachedImages.count == 1)
    }

    @Test func `UR-05 a photo that could not be saved is attached all the same`() async {
        worker.onSave = { _ in throw ServiceError() }
        let scene = scene()
        await scene.execute(.photoTaken(.sample())).value
        #expect(scene.state.attachedImages.count == 1)
        #expect(!scene.state.showingCamera)
    }

    @Test func `UR-06 cancelling the picker closes it`() async {
        let scene = scene()
        await scene.execute(.galleryChosen).value
        await scene.execute(.pickerCancelled).value
        #expect(!scene.state.showingImagePicker)
    }

    @Test(arguments: [true, false])
    func `UR-07 a picked image is attached and the picker closes, also when attaching failed`(works: Bool) async {
        if !works { worker.onEncode = { _ in nil } }
        let scene = scene()
        await scene.execute(.galleryChosen).value
        await scene.execute(.imagePicked(.sample())).value
        #expect(scene.state.attachedImages.count == (works ? 1 : 0))
        #expect(!scene.state.showingImagePicker)
    }

    @Test func `UR-08 next uploads`() async {
        let scene = scene(.attached(1))
        await scene.execute(.nextTapped).value
        #expect(worker.calls == ["fetch kept-0", "upload kept-0"])
    }

    @Test func `UR-09 the front end says whether the child is on screen`() async {
        let scene = scene()
        await scene.execute(.addRequestsActiveChanged(true)).value
        #expect(scene.state.isAddRequestsViewActive)
        await scene.execute(.addRequestsActiveChanged(false)).value
        #expect(!scene.state.isAddRequestsViewActive)
    }

    @Test func `UR-10 the child's success closes it, then shows the toast, then clears the images`() async {
        let scene = scene(.attached(2))
        await scene.execute(.nextTapped).value
        var steps: [String] = []
        worker.onToast = { steps.append("\($0) \(scene.state.isAddRequestsViewActive)") }
        let token = scene.observe(
            { "\($0.isAddRequestsViewActive) \($0.domainState.attachedImages.count)" }, initially: false
        ) {
            steps.append($0)
        }
        await scene.execute(.quotationRequestSucceeded(message: "done")).value
        token.cancel()
        worker.onToast = { _ in }
        #expect(steps == ["false 2", "done false", "false 0"])
    }

    @Test func `UR-11 and D1: the sheet can be cancelled and opened again`() async {
        let scene = scene()
        var shown: [Bool] = []
        let token = scene.observe(\.showingSelectImageAttachmentMethodSheet) { shown.append($0) }
        await scene.execute(.attachTapped).value
        await scene.execute(.sheetCancelled).value
        await scene.execute(.attachTapped).value
        token.cancel()
        #expect(shown == [false, true, false, true])
    }
}
