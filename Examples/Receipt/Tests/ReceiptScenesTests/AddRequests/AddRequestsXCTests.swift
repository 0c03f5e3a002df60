import CISTesting
import ReceiptScenes
import XCTest

/// The scenarios of `AddRequestsScenarios` in XCTest. Only the declarations around them differ.
final class AddRequestsXCTests: XCTestCase {
    @MainActor private static let initial = AddRequests.State(receiptImageUploadUrlObjectKeys: ["a", "b"])

    @MainActor func testAR02_AR03_AR08_aSuccessIsAnOutputForTheParent() async {
        await given("no parent", Remarks(), Self.initial, checking: .everything) { test in
            await test.when("'견적 요청' is tapped", .requestTapped)
            test.then(
                test.requesting == [(["a", "b"], "")], mutations: [.quotationRequested],
                outputs: [.quotationRequestSucceeded(message: "견적 요청을 성공하였습니다 :)")])
        }
    }

    @MainActor func testAR04_theTextOfAnErrorIsShown() async {
        await given("the service fails", Remarks(), Self.initial, checking: .everything) { test in
            test.requesting.always(.error(ServiceError()))
            await test.when("'견적 요청' is tapped", .requestTapped)
            test.then(
                \.failure.value == ServiceError.korean, test.requesting == [(["a", "b"], "")],
                mutations: [.quotationFailed(ServiceError.korean)])
        }
    }
}
