import CISTesting
import ReceiptScenes
import XCTest

/// The scenarios of `AddRequestsScenarios` in XCTest: nothing but the frame differs.
final class AddRequestsXCTests: XCTestCase {
    @MainActor private static let initial = AddRequests.State(receiptImageUploadUrlObjectKeys: ["a", "b"])

    @MainActor func testAR02_AR03_AR08_성공은_부모에게만_알린다() async {
        await given("부모가 없는 화면", Remarks(), Self.initial, checking: .everything) { test in
            await test.when("'견적 요청'을 누르면", .requestTapped)
            test.then(
                test.requesting == [(["a", "b"], "")], mutations: [.quotationRequested],
                outputs: [.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")])
        }
    }

    @MainActor func testAR04_실패하면_오류의_문구가_보인다() async {
        await given("서비스가 실패하는 화면", Remarks(), Self.initial, checking: .everything) { test in
            test.requesting.always(.error(ServiceError()))
            await test.when("'견적 요청'을 누르면", .requestTapped)
            test.then(
                \.message == ServiceError.korean, test.requesting == [(["a", "b"], "")],
                mutations: [.quotationFailed(ServiceError.korean)])
        }
    }
}
