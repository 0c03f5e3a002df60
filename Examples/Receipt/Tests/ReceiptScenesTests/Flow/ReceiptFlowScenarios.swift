import CIS
import CISTesting
import ReceiptScenes
import Testing

/// AR-03 to AR-07, UR-09, UR-10, UR-20, UR-25, UR-26: the two scenes together.
@MainActor @Suite struct ReceiptFlowScenarios {
    private static let success = "견적 요청을 성공하였습니다 :)"

    @Test func `AR-07 요청 사항 화면은 사진을 올린 뒤에야, 부모가 가진 키로 생긴다`() async {
        await given("사진이 없는 화면", Receipt(), .init()) { test in
            await test.when("'다음'을 누르면", .nextTapped)
            test.expect(test.scene.child(of: \.addRequests, as: AddRequests.self) == nil, "아직 없다")
            await test.when("사진을 골라 올리면", .imagePicked(.sample(1)), .nextTapped)
            test.then("부모의 키로 시작한다", in: AddRequests.self, \.self == .init(receiptImageUploadUrlObjectKeys: ["name-1"]))
        }
    }

    @Test func `AR-07 UR-09 돌아왔다가 다시 가면 그때의 키로 새로 생긴다`() async {
        await given("사진 두 장을 올린 화면", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            await test.when("적다가", in: AddRequests.self, .textChanged("옛 글"))
            await test.when("돌아와 한 장 더 올리면", .addRequestsActiveChanged(false), .imagePicked(.sample(9)), .nextTapped)
            let keys = ["kept-0", "kept-1", "name-1"]
            test.then("새로 시작한다", in: AddRequests.self, \.self == .init(receiptImageUploadUrlObjectKeys: keys))
        }
    }

    @Test func `UR-10 요청 사항 화면 없이 성공이 알려져도 사진은 비워지고 토스트가 나온다`() async {
        await given("사진이 두 장 있는 화면", Receipt(), .attached(2)) { test in
            await test.when("성공이 알려지면", UploadReceipt.Action.quotationRequestSucceeded(message: Self.success))
            test.then("비워진다", \.domainState.attachedImages == [], test.worker.toasts == [Self.success])
        }
    }

    @Test func `UR-20 요청 사항 화면이 있는 동안 또 올려도 그 화면은 그대로이다`() async {
        await given("사진을 올린 화면", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            weak let child = test.child(AddRequests.self)
            await test.when("'다음'을 또 누르면", .nextTapped)
            test.expect(child != nil && test.child(AddRequests.self) === child, "같은 화면이다")
        }
    }

    @Test(.checkingEverything)
    func `AR-03 AR-05 UR-10 UR-25 UR-26 성공하면 화면이 닫히고, 토스트가 나오고, 사진이 비워지고, 키는 남는다`() async {
        await given("사진을 올린 화면", Receipt(), .init()) { test in
            await test.given(after: .imagePicked(.sample(1)), .nextTapped)
            weak let child = test.child(AddRequests.self)
            test.worker.onToast = { [weak test] in
                test?.then("닫힌 다음, 비우기 전의 토스트", \.addRequests.value == nil, \.attachedImages.count == 1)
            }
            let what = await test.when("'견적 요청'을 누르면", in: AddRequests.self, .requestTapped)
            test.expect(what.outputs == [.quotationRequestSucceeded(message: Self.success)], "부모에게 알린다")
            test.expect(what.mutations.count == 1 && child == nil, "화면이 닫히고 풀려난다")
            test.then(
                "부모의 일은 끝까지 된다", \.addRequests.value == nil, \.attachedImages == [], \.domainState.attachedImages == [],
                \.receiptImageUploadUrlObjectKeys == ["name-1"], test.worker.toasts == [Self.success],
                test.requesting == [(["name-1"], "")],
                mutations: [.setAddRequestsActive(false), .showMessage(Self.success), .clearAttachedImages])
        }
    }

    @Test(.checkingEverything) func `AR-04 실패하면 요청 사항 화면과 사진이 그대로이다`() async {
        await given("서비스가 실패하는 화면", Receipt(), .attached(2)) { test in
            test.requesting.always(.error(ServiceError()))
            await test.given(after: .nextTapped)
            await test.when("'견적 요청'을 누르면", in: AddRequests.self, .requestTapped)
            test.then("부모는 그대로", test.requesting == [(["kept-0", "kept-1"], "")], mutations: [])
            test.then(
                "오류의 문구가 보인다", in: AddRequests.self, \.message == ServiceError.korean,
                mutations: [.quotationFailed(ServiceError.korean)])
        }
    }

    @Test func `AR-06 UR-09 요청하던 중에 돌아오면 화면은 풀려나고, 늦은 답은 아무에게도 닿지 않는다`() async {
        await given("견적을 요청하는 중인 화면", Receipt(), .attached(2)) { test in
            test.requesting.always(.wait)
            await test.given(after: .nextTapped)
            weak let child = test.child(AddRequests.self)
            await test.when("요청하고", in: AddRequests.self, .requestTapped)
            await test.when("돌아오면", .addRequestsActiveChanged(false))
            test.expect(child == nil && test.requesting.held.isEmpty, "화면이 없고, 요청은 취소되었다")
            test.then("사진은 그대로이고 토스트도 없다", \.domainState.attachedImages == .kept(2), test.worker.toasts == [])
        }
    }

    @Test func `AR-05 AR-06 앱은 요청을 두 번 이어서 보내고, 돌아오고, 없는 화면에는 아무것도 하지 않는다`() async {
        let receipt = Receipt()
        let flow = receipt.flow(.init())
        for number in 1...2 {
            await flow.uploadReceipt.execute(.imagePicked(.sample(number))).value
            await flow.uploadReceipt.execute(.nextTapped).value
            await flow.goBack().value
            await flow.runOnAddRequests(.requestTapped)  // nobody is there
            await flow.uploadReceipt.execute(.nextTapped).value
            await flow.runOnAddRequests(.requestTapped)
            #expect(flow.uploadReceipt.state.attachedImages.isEmpty && flow.addRequests == nil)
        }
        receipt.requesting.expectCalls((["name-1"], ""), (["name-2"], ""))
        receipt.worker.toasts.expectCalls(Self.success, Self.success)
    }
}
