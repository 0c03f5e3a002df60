import CIS
import CISTesting
import ReceiptScenes
import Testing

/// AR-03 to AR-07, UR-09, UR-10, UR-20: the two scenes together.
@MainActor @Suite struct ReceiptFlowScenarios {
    private static let success = "견적 요청을 성공하였습니다 :)"

    @Test func `AR-07 요청 사항 화면은 사진을 올린 뒤에야, 부모가 가진 키로 생긴다`() async {
        await given("사진이 없는 화면", Receipt(), .init()) { test in
            await test.when("'다음'을 누르면", .nextTapped)
            test.expect(test.flow?.addRequests == nil, "아직 없다")
            await test.when("사진을 골라 올리면", .imagePicked(.sample(1)), .nextTapped)
            test.then("부모의 키로 시작한다", in: AddRequests.self, \.self == .init(receiptImageUploadUrlObjectKeys: ["name-1"]))
        }
    }

    @Test func `AR-07 UR-09 돌아왔다가 다시 가면 그때의 키로 새로 생긴다`() async {
        await given("사진 두 장을 올린 화면", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            await test.when("적다가", in: AddRequests.self, .textChanged("옛 글"))
            await test.flow?.goBack().value
            await test.when("사진을 더해 다시 올리면", .imagePicked(.sample(9)), .nextTapped)
            let keys = ["kept-0", "kept-1", "name-1"]
            test.then("새로 시작한다", in: AddRequests.self, \.self == .init(receiptImageUploadUrlObjectKeys: keys))
        }
    }

    @Test func `UR-20 요청 사항 화면이 있는 동안 또 올려도 그 화면은 그대로이다`() async {
        await given("사진을 올린 화면", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            weak let child = test.flow?.addRequests
            await test.when("'다음'을 또 누르면", .nextTapped)
            test.expect(child != nil && test.flow?.addRequests === child, "같은 화면이다")
        }
    }

    @Test(.checkingEverything)
    func `AR-03 AR-05 UR-10 성공하면 요청 사항 화면이 닫히고, 토스트가 나오고, 사진이 비워진다`() async {
        await given("사진을 올린 화면", Receipt(), .init()) { test in
            await test.given(after: .imagePicked(.sample(1)), .nextTapped)
            weak let child = test.flow?.addRequests
            let what = await test.when("'견적 요청'을 누르면", in: AddRequests.self, .requestTapped)
            test.expect(what.outputs == [.quotationRequestSucceeded(message: Self.success)], "부모에게 알린다")
            test.expect(what.mutations.count == 1 && child == nil, "화면이 닫히고 풀려난다")
            test.then(
                "부모의 일은 끝까지 된다", \.addRequests.value == nil, \.attachedImages == [], \.domainState.attachedImages == [],
                test.requesting == [(["name-1"], "")], test.worker.toasts == [Self.success],
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
            weak let child = test.flow?.addRequests
            await test.when("요청하고", in: AddRequests.self, .requestTapped)
            await test.when("돌아오면", .addRequestsActiveChanged(false))
            test.expect(child == nil && test.requesting.held.isEmpty, "화면이 없고, 요청은 취소되었다")
            test.then("사진은 그대로이고 토스트도 없다", \.domainState.attachedImages == .kept(2), test.worker.toasts == [])
        }
    }

    @Test func `AR-07 요청은 두 번 이어서 보낼 수 있다`() async {
        await given("처음 화면", Receipt(), .init()) { test in
            for number in 1...2 {
                await test.when("골라서 올리고", .imagePicked(.sample(number)), .nextTapped)
                await test.flow?.runOnAddRequests(.requestTapped)
                await test.flow?.runOnAddRequests(.requestTapped)  // nobody is there any more
            }
            test.then(
                "두 번 다 성공이다", test.requesting == [(["name-1"], ""), (["name-2"], "")],
                test.worker.toasts == [Self.success, Self.success])
        }
    }

    @Test func `CIS-09 두 화면은 함께 풀려난다`() async {
        weak var parent: SceneRuntime<UploadReceipt>?
        weak var child: SceneRuntime<AddRequests>?
        await given("요청 사항 화면까지 간 앱", Receipt(), .attached(1)) { test in
            await test.given(after: .nextTapped)
            (parent, child) = (test.scene, test.flow?.addRequests)
            #expect(parent != nil && child != nil)
        }
        #expect(parent == nil && child == nil)
    }
}
