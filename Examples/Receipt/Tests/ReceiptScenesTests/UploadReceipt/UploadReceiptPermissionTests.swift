import CIS
import ReceiptScenes
import Testing

/// UR-21 to UR-24, UR-29: the camera, the gallery and the photo library.
@MainActor struct UploadReceiptPermissionTests {
    private let worker = UploadReceiptWorkerStub()

    private func scene() -> SceneRuntime<UploadReceipt> {
        UploadReceipt.assemble(worker: worker)
    }

    @Test func `UR-21 a photo that cannot be saved shows the text of the error and changes no state`() async {
        worker.onSave = { _ in throw ServiceError() }
        worker.onEncode = { _ in nil }
        let scene = scene()
        await scene.execute(.photoTaken(.sample())).value
        #expect(worker.toasts.first == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        #expect(scene.state == UploadReceipt.State())
    }

    @Test func `UR-21 a saved photo shows nothing`() async {
        let scene = scene()
        await scene.execute(.photoTaken(.sample())).value
        #expect(worker.toasts.isEmpty)
    }

    @Test(arguments: PermissionStatus.allCases, PermissionStatus.allCases)
    func `UR-22 both permissions are asked for, the camera first, whatever the answers are`(
        camera: PermissionStatus, gallery: PermissionStatus
    ) async {
        worker.camera = camera
        worker.gallery = gallery
        await scene().execute(.cameraChosen).value
        #expect(worker.calls == ["camera permission", "gallery permission"])
    }

    @Test(arguments: PermissionStatus.allCases, PermissionStatus.allCases)
    func `UR-23 the camera opens if both are granted, else there is a toast`(
        camera: PermissionStatus, gallery: PermissionStatus
    ) async {
        worker.camera = camera
        worker.gallery = gallery
        let scene = scene()
        await scene.execute(.cameraChosen).value
        let isGranted = camera == .granted && gallery == .granted
        #expect(scene.state.showingCamera == isGranted)
        #expect(worker.toasts == (isGranted ? [] : ["명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"]))
    }

    @Test func `UR-23 a camera that was open closes when the permission is gone`() async {
        let scene = scene()
        await scene.execute(.cameraChosen).value
        worker.camera = .denied
        await scene.execute(.cameraChosen).value
        #expect(!scene.state.showingCamera)
    }

    @Test(arguments: PermissionStatus.allCases)
    func `UR-24 the gallery opens only with full access, else there is a toast`(gallery: PermissionStatus) async {
        worker.camera = .denied  // does not matter here
        worker.gallery = gallery
        let scene = scene()
        await scene.execute(.galleryChosen).value
        #expect(worker.calls == ["gallery permission"])
        #expect(scene.state.showingImagePicker == (gallery == .granted))
        #expect(worker.toasts == (gallery == .granted ? [] : ["명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"]))
    }

    @Test func `UR-29 a toast is shown on the main actor, after the change that it follows`() async {
        worker.gallery = .denied
        let scene = scene()
        var sheetWhenShown: Bool?
        worker.onToast = { _ in
            MainActor.assertIsolated()
            sheetWhenShown = scene.state.showingSelectImageAttachmentMethodSheet
        }
        await scene.execute(.attachTapped).value
        await scene.execute(.galleryChosen).value
        worker.onToast = { _ in }
        #expect(sheetWhenShown == false)
    }
}
