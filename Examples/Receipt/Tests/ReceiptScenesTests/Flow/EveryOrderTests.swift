import CISTesting
import Foundation
import ReceiptScenes
import Testing

/// CIS-13, UR-12, UR-19, UR-30: what holds in every order in which things can happen, cancelled and failing ones included.
///
/// `ORDERS=10000` tries that many, as CI does; every run tries 100.
@MainActor @Suite struct EveryOrderTests {
    @Test func `CIS-13 고르기와 올리기가 어떤 순서로 만나도 사진은 하나도 잃지 않고 다섯을 넘지 않는다`() async {
        let orders = ProcessInfo.processInfo.environment["ORDERS"].flatMap(Int.init) ?? 100
        let disturbances: Disturbances = [.cancellations, .faults]
        let result = await explore(Receipt(), .attached(3), seeds: orders, disturbing: disturbances) { test in
            test.always("먼저 있던 사진은 남고, 다섯 장을 넘지 않고, 두 목록은 같다") { state in
                let images = state.domainState.attachedImages
                return images.starts(with: [ImageModel].kept(3)) && images.count <= UploadReceipt.imageLimit
                    && (state.attachedImages.isEmpty || state.attachedImages == images.thumbnails)
            }
            await test.when(
                concurrently: .imagePicked(.sample(7)), .imagePicked(.sample(8)), .photoTaken(.sample(9)), .nextTapped)
            test.then(\.domainState.attachedImages.count == 5, \.attachedImages.count == 5)
            test.expect(Set(test.state.attachedImages.map(\.fileName)).count == 5, "잃거나 겹친 사진이 없다")
            test.then(test.worker.toasts == ["최대 5장까지 첨부할 수 있습니다"])
            let uploaded = test.worker.uploading.calls.last?.images.map(\.name)
            test.expect(test.state.receiptImageUploadUrlObjectKeys == uploaded, "키는 올린 사진의 것이다")
        }
        #expect(result.failingSeed == nil && result.runs > orders)
    }
}
