import CISTesting
import ReceiptScenes
import Testing

/// AR-01 to AR-04, AR-08: the child on its own. `AddRequestsXCTests` says the same to XCTest.
@MainActor @Suite(.checkingEverything) struct AddRequestsScenarios {
    private static let initial = AddRequests.State(receiptImageUploadUrlObjectKeys: ["a", "b"])

    @Test(arguments: ["빠", "빠른 견적", ""])
    func `AR-01 요청 사항을 고칠 때마다 두 상태에 들어간다`(text: String) async {
        await given("적던 화면", Remarks(), Self.initial) { test in
            await test.given(after: .textChanged("빠른"))
            await test.when("요청 사항을 고치면", .textChanged(text))
            test.then(
                "두 곳에 다 들어간다", \.requestsText == text, \.domainState.requests == text,
                mutations: [.requestsChanged(text)])
        }
    }

    @Test(arguments: ["빠른 견적 부탁드립니다", ""])
    func `AR-02 AR-03 AR-08 빈 글로도 요청하고, 성공은 부모에게만 알리며, 부모가 없으면 그만이다`(text: String) async {
        await given("부모가 없는 화면", Remarks(), Self.initial) { test in
            await test.given(after: .textChanged(text))
            await test.when("'견적 요청'을 누르면", .requestTapped)
            test.then(
                "부모에게 알리고 여기서는 아무것도 바뀌지 않는다", test.requesting == [(["a", "b"], text)],
                mutations: [.quotationRequested], outputs: [.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")])
        }
    }

    @Test func `AR-04 XP-01 실패하면 오류의 문구가 보이고, 글을 고치거나 나중에 성공해도 지워지지 않는다`() async {
        await given("서비스가 한 번 실패하는 화면", Remarks(), Self.initial) { test in
            test.requesting.answers(.error(ServiceError()))
            await test.when("'견적 요청'을 누르면", .requestTapped)
            test.then(
                "오류의 문구가 보이고 아무에게도 알리지 않는다", \.message == ServiceError.korean,
                test.requesting == [(["a", "b"], "")], mutations: [.quotationFailed(ServiceError.korean)], outputs: [])
            await test.given(after: .textChanged("다시"), .requestTapped)
            test.then("문구가 남아 있다", \.message == ServiceError.korean)
            test.expect(test.happenings.outputs.count == 1, "나중의 성공은 알린다")
        }
    }
}
