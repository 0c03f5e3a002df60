import CISTesting
import ReceiptScenes
import Testing

/// AR-01 to AR-04, AR-08: the child on its own. `AddRequestsXCTests` contains the same scenarios for XCTest.
@MainActor @Suite(.checkingEverything) struct AddRequestsScenarios {
    private static let initial = AddRequests.State(receiptImageUploadUrlObjectKeys: ["a", "b"])

    @Test(arguments: ["빠", "빠른 견적", ""])
    func `AR-01 each change of '요청 사항' is on the screen and in the request`(text: String) async {
        await given("a remark was begun", Remarks(), Self.initial) { test in
            await test.given(after: .textChanged("빠른"))
            await test.when("it is changed", .textChanged(text))
            test.then(
                "the new text in both", \.requestsText == text, \.domainState.requests == text,
                mutations: [.requestsChanged(text)])
        }
    }

    @Test(arguments: ["빠른 견적 부탁드립니다", ""])
    func `AR-02 AR-03 AR-08 any text is sent, even an empty one; a success is an output for the parent`(
        text: String
    )
        async
    {
        await given("no parent", Remarks(), Self.initial) { test in
            await test.given(after: .textChanged(text))
            await test.when("'견적 요청' is tapped", .requestTapped)
            test.then(
                "an output for the parent, and no change of the state", test.requesting == [(["a", "b"], text)],
                mutations: [.quotationRequested], outputs: [.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")])
        }
    }

    @Test func `AR-04 XP-01 the text of an error stays, even after typing and after a later success`() async {
        await given("the service fails once", Remarks(), Self.initial) { test in
            test.requesting.answers(.error(ServiceError()))
            await test.when("'견적 요청' is tapped", .requestTapped)
            test.then(
                "the text of the error, and no output", \.failure.value == ServiceError.korean,
                test.requesting == [(["a", "b"], "")], mutations: [.quotationFailed(ServiceError.korean)], outputs: [])
            await test.given(after: .textChanged("다시"), .requestTapped)
            test.then("it stays", \.message == ServiceError.korean)
            test.expect("the later success is an output", test.effects.outputs.count == 1)
        }
    }

    @Test func `AR-04 the same failure twice in a row is announced twice`() async {
        await given("the service fails", Remarks(), Self.initial, checking: .written) { test in
            var announced: [String] = []
            let token = test.scene.observePulse(\.failure) { announced.append($0) }
            test.requesting.always(.error(ServiceError()))
            await test.when("'견적 요청' is tapped, and again", .requestTapped, .requestTapped)
            test.expect("each is heard", announced == [ServiceError.korean, ServiceError.korean])
            token.cancel()
        }
    }
}
