import CIS
import ReceiptScenes
import Testing

/// AR-05 to AR-07, UR-09, UR-10: the two scenes together.
@MainActor struct ReceiptFlowTests {
    private let parentWorker = UploadReceiptWorkerStub()

    private func flow(
        _ state: UploadReceipt.State = .attached(2),
        onRequest: @escaping () async throws -> Void = {}
    ) -> ReceiptFlow {
        ReceiptFlow(
            state,
            uploadReceiptWorker: parentWorker,
            makeAddRequestsWorker: { port in
                let worker = AddRequestsWorkerStub(port: port)
                worker.onRequest = onRequest
                return worker
            }
        )
    }

    @Test func `there is no child before the images are uploaded`() async {
        let flow = flow(.init())
        #expect(flow.addRequests == nil)
        await flow.uploadReceipt.execute(.nextTapped).value
        #expect(flow.addRequests == nil)
    }

    @Test func `AR-07 the child begins with the keys that the parent has`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        #expect(flow.addRequests?.state == AddRequests.State(receiptImageUploadUrlObjectKeys: ["kept-0", "kept-1"]))
    }

    @Test func `AR-07 a child is made anew, with the keys of that moment`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        await flow.runOnAddRequests(.textChanged("old"))
        await flow.goBack().value
        await flow.uploadReceipt.execute(.imagePicked(.sample(9))).value
        await flow.uploadReceipt.execute(.nextTapped).value
        let child = flow.addRequests?.state
        #expect(child == AddRequests.State(receiptImageUploadUrlObjectKeys: ["kept-0", "kept-1", "name-1"]))
    }

    @Test func `UR-20 while a child is on screen a second upload does not replace it`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        let child = flow.addRequests
        await flow.uploadReceipt.execute(.nextTapped).value
        #expect(flow.addRequests === child)
    }

    @Test func `UR-09 the front end can push the child, with the keys that the parent has`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        await flow.goBack().value
        await flow.uploadReceipt.execute(.addRequestsActiveChanged(true)).value
        #expect(flow.addRequests?.state == AddRequests.State(receiptImageUploadUrlObjectKeys: ["kept-0", "kept-1"]))
    }

    @Test func `AR-05 success closes the child, shows the toast and clears the images`() async {
        let flow = flow(.init())
        await flow.uploadReceipt.execute(.imagePicked(.sample())).value
        await flow.uploadReceipt.execute(.nextTapped).value
        #expect(flow.uploadReceipt.state.attachedImages.count == 1)
        await flow.runOnAddRequests(.requestTapped)
        #expect(flow.addRequests == nil)
        #expect(parentWorker.toasts == ["견적 요청을 성공하였습니다 :)"])
        #expect(flow.uploadReceipt.state.attachedImages.isEmpty)
        #expect(!flow.uploadReceipt.state.isAddRequestsViewActive)
    }

    @Test func `AR-05 the parent finishes although its success releases the child that told it`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        weak let child = flow.addRequests
        await flow.runOnAddRequests(.requestTapped)
        #expect(child == nil)
        #expect(flow.uploadReceipt.state.domainState.attachedImages.isEmpty)
    }

    @Test func `AR-04 failure keeps the child on screen and the images attached`() async {
        let flow = flow(onRequest: { throw ServiceError() })
        await flow.uploadReceipt.execute(.nextTapped).value
        await flow.runOnAddRequests(.requestTapped)
        #expect(flow.addRequests?.state.message == "작업을 완료할 수 없습니다.(Test 오류 -999.)")
        #expect(flow.uploadReceipt.state.domainState.attachedImages.count == 2)
        #expect(parentWorker.toasts.isEmpty)
    }

    @Test func `AR-06 and UR-09: going back releases the child and keeps the images`() async {
        let flow = flow()
        await flow.uploadReceipt.execute(.nextTapped).value
        weak let child = flow.addRequests
        #expect(child != nil)
        await flow.goBack().value
        #expect(child == nil)
        #expect(flow.uploadReceipt.state.domainState.attachedImages.count == 2)
    }

    @Test func `AR-06 what a child was doing when the user went back reaches nobody`() async throws {
        let service = Meeting(of: 2)  // answers when the test arrives as well
        let flow = flow(onRequest: { await service.arrive() })
        await flow.uploadReceipt.execute(.nextTapped).value
        let child = try #require(flow.addRequests)
        let request = child.execute(.requestTapped)
        await flow.goBack().value
        #expect(child.isStopped)
        await service.arrive()
        await request.value
        #expect(parentWorker.toasts.isEmpty)
        #expect(flow.uploadReceipt.state.domainState.attachedImages.count == 2)
    }

    @Test func `the scenes are released with the flow, also when the child is on screen`() async {
        var flow: ReceiptFlow? = flow()
        await flow?.uploadReceipt.execute(.nextTapped).value
        weak let parent = flow?.uploadReceipt
        weak let child = flow?.addRequests
        #expect(parent != nil && child != nil)
        flow = nil
        #expect(parent == nil && child == nil)
    }

    @Test func `an action for a child that is gone does nothing`() async {
        let flow = flow()
        await flow.runOnAddRequests(.requestTapped)
        #expect(parentWorker.toasts.isEmpty)
    }

    @Test func `two requests can be sent one after the other`() async {
        let flow = flow(.init())
        for number in 1...2 {
            await flow.uploadReceipt.execute(.imagePicked(.sample(number))).value
            await flow.uploadReceipt.execute(.nextTapped).value
            #expect(flow.addRequests?.state.domainState.receiptImageUploadUrlObjectKeys == ["name-\(number)"])
            await flow.runOnAddRequests(.requestTapped)
        }
        #expect(parentWorker.toasts.count == 2)
    }
}
