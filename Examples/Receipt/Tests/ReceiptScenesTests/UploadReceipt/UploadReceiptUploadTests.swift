import CIS
import ReceiptScenes
import Testing

/// UR-18 to UR-20, UR-25 to UR-27, UR-30: uploading, and what follows from it.
@MainActor struct UploadReceiptUploadTests {
    private let worker = UploadReceiptWorkerStub()

    private func scene(_ state: UploadReceipt.State = .init()) -> SceneRuntime<UploadReceipt> {
        UploadReceipt.assemble(state, worker: worker)
    }

    @Test func `UR-18 without images there is a toast, nothing changes and no service is called`() async {
        let scene = scene()
        await scene.execute(.nextTapped).value
        #expect(worker.toasts == ["견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"])
        #expect(scene.state == UploadReceipt.State())
        #expect(worker.calls.isEmpty)
    }

    @Test func `UR-19 the urls are asked for by all names in order, then all images are uploaded`() async {
        let scene = scene(.attached(3))
        var uploaded: [ImageModel] = []
        var urls: [ImageUploadUrl] = []
        worker.onUpload = {
            uploaded = $0
            urls = $1
        }
        await scene.execute(.nextTapped).value
        #expect(worker.calls == ["fetch kept-0 kept-1 kept-2", "upload kept-0 kept-1 kept-2"])
        #expect(uploaded == scene.state.domainState.attachedImages)
        #expect(urls.map(\.objectKey) == ["kept-0", "kept-1", "kept-2"])
    }

    @Test func `UR-19 and XP-01: urls that cannot be had show the text of the error and open no child`() async {
        worker.onFetch = { _ in throw ServiceError() }
        let scene = scene(.attached(1))
        await scene.execute(.nextTapped).value
        #expect(worker.toasts == ["작업을 완료할 수 없습니다.(Test 오류 -999.)"])
        #expect(scene.state == .attached(1))
        #expect(worker.calls == ["fetch kept-0"])
    }

    @Test func `UR-19 an upload that fails shows the text of the error and loses no image`() async {
        worker.onUpload = { _, _ in throw ServiceError() }
        let scene = scene(.attached(2))
        await scene.execute(.nextTapped).value
        #expect(worker.toasts == ["작업을 완료할 수 없습니다.(Test 오류 -999.)"])
        #expect(scene.state == .attached(2))
    }

    @Test func `UR-20 the keys of all urls and the child come in one commit`() async {
        worker.onFetch = { _ in (1...5).map { ImageUploadUrl(uploadUrl: "to/\($0)", objectKey: "key-\($0)") } }
        let scene = scene(.attached(2))
        var commits: [String] = []
        let token = scene.observeEveryCommit(\.self, initially: false) { state in
            commits.append("\(state.receiptImageUploadUrlObjectKeys.count) \(state.isAddRequestsViewActive)")
        }
        await scene.execute(.nextTapped).value
        token.cancel()
        #expect(commits == ["5 true"])
        #expect(scene.state.receiptImageUploadUrlObjectKeys == ["key-1", "key-2", "key-3", "key-4", "key-5"])
        #expect(worker.toasts.isEmpty)
    }

    @Test func `UR-25 a message is a toast and no state`() async {
        let scene = scene()
        await scene.execute(.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")).value
        #expect(worker.toasts == ["견적 요청을 성공하였습니다 :)"])
        #expect(scene.state == UploadReceipt.State())
    }

    @Test func `UR-26 clearing empties both lists and keeps the keys`() async {
        let scene = scene(.attached(1))
        await scene.execute(.imagePicked(.sample())).value
        await scene.execute(.nextTapped).value
        #expect(scene.state.attachedImages.count == 2)
        await scene.execute(.quotationRequestSucceeded(message: "done")).value
        #expect(scene.state.attachedImages.isEmpty && scene.state.domainState.attachedImages.isEmpty)
        #expect(scene.state.receiptImageUploadUrlObjectKeys == ["kept-0", "name-1"])
    }

    @Test func `UR-27 whether the child is shown changes alone, and with the same keys`() async {
        let scene = scene(.attached(2))
        await scene.execute(.nextTapped).value
        let before = scene.state
        await scene.execute(.addRequestsActiveChanged(false)).value
        #expect(!scene.state.isAddRequestsViewActive)
        await scene.execute(.addRequestsActiveChanged(true)).value
        let after = scene.state
        #expect(after.addRequests.value == before.receiptImageUploadUrlObjectKeys)
        #expect(after.receiptImageUploadUrlObjectKeys == before.receiptImageUploadUrlObjectKeys)
        #expect(after.attachedImages == before.attachedImages && after.domainState == before.domainState)
    }

    @Test func `UR-27 what is shown already is not shown anew`() async {
        let scene = scene(.attached(1))
        await scene.execute(.nextTapped).value
        let before = scene.state
        await scene.execute(.addRequestsActiveChanged(true)).value
        #expect(scene.state == before)
    }

    @Test func `UR-30 a second tap on next while the images are uploaded is dropped, and seen to be`() async {
        let upload = Meeting(of: 2)  // lasts until the test arrives as well
        worker.onUpload = { _, _ in await upload.arrive() }
        let scene = scene(.attached(1))
        let drops = DropRecorder()
        let token = scene.attach(drops)
        let first = scene.execute(.nextTapped)
        let second = scene.execute(.nextTapped)
        await second.value
        #expect(drops.seen == ["action nextTapped: busy"])
        #expect(!scene.state.isAddRequestsViewActive)

        await upload.arrive()
        await first.value
        token.cancel()
        #expect(worker.calls == ["fetch kept-0", "upload kept-0"])
        #expect(scene.state.isAddRequestsViewActive)
    }

    @Test(arguments: [true, false])
    func `UR-30 when the upload is over, done or failed, a tap uploads again`(works: Bool) async {
        if !works { worker.onUpload = { _, _ in throw ServiceError() } }
        let scene = scene(.attached(1))
        await scene.execute(.nextTapped).value
        await scene.execute(.nextTapped).value
        #expect(worker.calls.filter { $0 == "upload kept-0" }.count == 2)
    }

    @Test func `UR-30 other actions are not held up by an upload`() async {
        let upload = Meeting(of: 2)
        worker.onUpload = { _, _ in await upload.arrive() }
        let scene = scene(.attached(1))
        let next = scene.execute(.nextTapped)
        await scene.execute(.imagePicked(.sample())).value
        #expect(scene.state.domainState.attachedImages.count == 2)
        await upload.arrive()
        await next.value
    }
}
