import CIS
import CISTesting
import ReceiptScenes

/// The app as a front end uses it: the root screen, and the other one while it is pushed.
struct Receipt: SceneFixture {
    static let feature = "견적요청 - 명세표 업로드"
    let worker = UploadReceiptDouble()
    let requesting = Requesting(.value(()))

    func assemble(_ state: UploadReceipt.State) -> SceneRuntime<UploadReceipt> {
        UploadReceipt.assemble(state, worker: worker, addRequestsWorker: AddRequestsDouble(requesting))
    }
}

/// The pushed screen on its own. No scene receives its outputs.
struct Remarks: SceneFixture {
    static let feature = "견적 요청 - 요청 사항"
    let requesting = Requesting(.value(()))

    func assemble(_ state: AddRequests.State) -> SceneRuntime<AddRequests> {
        AddRequests.assemble(state, worker: AddRequestsDouble(requesting))
    }
}
