import CIS
import ReceiptScenes
import Testing

/// AR-01 to AR-04, AR-08: the child on its own.
@MainActor struct AddRequestsTests {
    private let worker = AddRequestsWorkerStub()
    private static let initial = AddRequests.State(receiptImageUploadUrlObjectKeys: ["a", "b"])

    private func scene() -> SceneRuntime<AddRequests> {
        AddRequests.assemble(Self.initial, worker: worker)
    }

    @Test func `AR-01 every change of the text is in both states`() async {
        let scene = scene()
        for text in ["빠", "빠른", "빠", ""] {
            await scene.execute(.textChanged(text)).value
            #expect(scene.state.requestsText == text)
            #expect(scene.state.domainState.requests == text)
        }
    }

    @Test(arguments: ["빠른 견적 부탁드립니다", ""])
    func `AR-02 the request has the keys and the text, also an empty one`(text: String) async {
        let scene = scene()
        await scene.execute(.textChanged(text)).value
        await scene.execute(.requestTapped).value
        #expect(worker.calls == ["request a b: \(text)"])
    }

    @Test func `AR-03 success is told to the parent and changes nothing here`() async {
        let scene = scene()
        await scene.execute(.requestTapped).value
        #expect(worker.outputs == [.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")])
        #expect(scene.state == Self.initial)
    }

    @Test func `AR-04 and XP-01: failure shows the text of the error and tells nobody`() async {
        worker.onRequest = { throw ServiceError() }
        let scene = scene()
        await scene.execute(.requestTapped).value
        #expect(scene.state.message == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        #expect(worker.outputs.isEmpty)
    }

    @Test func `AR-04 neither typing nor a later success clears the message`() async {
        worker.onRequest = { throw ServiceError() }
        let scene = scene()
        await scene.execute(.requestTapped).value
        worker.onRequest = {}
        await scene.execute(.textChanged("again")).value
        await scene.execute(.requestTapped).value
        #expect(scene.state.message == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        #expect(worker.outputs.count == 1)
    }

    @Test func `AR-08 success without a parent is ignored`() async {
        let scene = scene()  // its port was never connected
        await scene.execute(.requestTapped).value
        #expect(worker.outputs.count == 1)
        #expect(scene.state == Self.initial)
    }
}
