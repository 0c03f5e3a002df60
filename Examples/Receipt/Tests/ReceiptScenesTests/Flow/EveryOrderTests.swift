import CISTesting
import Foundation
import ReceiptScenes
import Testing

/// CIS-13, UR-12, UR-19, UR-26 (D20), UR-30: rules that are checked in many orders of events, even if actions are cancelled or requests fail.
///
/// A test makes 100 runs, or 10,000 with `ORDERS=10000`, as in CI. With 1,000 or more, it also says up to how many switches
/// every order was run.
@MainActor @Suite struct EveryOrderTests {
    private static let orders = ProcessInfo.processInfo.environment["ORDERS"].flatMap(Int.init) ?? 100

    private func expectComplete(_ result: Exploration, upTo switches: Int) {
        let mustBe = result.failingSeed == nil && Self.orders >= 1_000
        #expect(!mustBe || result.completeSwitches ?? -1 >= switches, "\(result.summary)")
    }

    @Test
    func `CIS-13 in every order of picking and uploading, no image is lost, and there are never more than five`()
        async
    {
        let faults: FaultInjection = [.cancellations, .faults]
        // Four actions have 3,492 orders up to two switches.
        let (switches, seeds) = Self.orders < 1_000 ? (nil, Self.orders) : (2, max(Self.orders, 3_600))
        let result = await explore(
            Receipt(), .attached(3), seeds: seeds, switches: switches, injecting: faults
        ) { test in
            test.invariant("the earlier images stay, and there are at most five") { state in
                let images = state.domainState.attachedImages
                return images.starts(with: [ImageModel].kept(3)) && images.count <= UploadReceipt.imageLimit
            }
            await test.when(
                concurrently: .imagePicked(.sample(7)), .imagePicked(.sample(8)), .photoTaken(.sample(9)), .nextTapped)
            test.then(\.domainState.attachedImages.count == 5)
            test.expect("each image is there once", Set(test.state.attachedImages.map(\.image.fileName)).count == 5)
            test.then(test.worker.toasts == ["최대 5장까지 첨부할 수 있습니다"])
            let uploaded = test.worker.uploading.calls.last?.images.map(\.name)
            test.expect(
                "the keys are those of the images uploaded", test.state.receiptImageUploadUrlObjectKeys == uploaded)
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        expectComplete(result, upTo: 2)
    }

    @Test
    func
        `UR-26 in every order of picking, uploading and requesting, a success clears what was sent and nothing else`()
        async
    {
        let switches = Self.orders < 1_000 ? nil : 2
        let result = await explore(Receipt(), .attached(1), seeds: Self.orders, switches: switches) { test in
            await test.when(concurrently: .nextTapped, .imagePicked(.sample(7)), .imagePicked(.sample(8)))
            test.child(of: \.addRequests, as: AddRequests.self)?.execute(.requestTapped)
            await test.when(concurrently: .photoTaken(.sample(9)))
            let first = test.requesting.calls.flatMap(\.keys)
            let kept = test.state.attachedImages.map(\.name)
            test.expect("each is sent or kept", (first + kept).sorted() == ["kept-0", "new-7", "new-8", "new-9"])
            await test.when("the others are sent, too", .nextTapped)
            test.child(of: \.addRequests, as: AddRequests.self)?.execute(.requestTapped)
            await test.settle()
            test.expect("nothing is lost or sent twice", test.requesting.calls.map(\.keys) == [first, kept])
            test.then(\.attachedImages == [])
        }
        #expect(result.failingSeed == nil)
        expectComplete(result, upTo: 2)
    }
}
