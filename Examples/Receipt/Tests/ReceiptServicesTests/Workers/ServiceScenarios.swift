import CIS
import CISTesting
import CISWorkers
import ReceiptScenes
import ReceiptServices
import Testing

/// UR-28, UR-31 to UR-34: what the services are asked for, and what becomes of their answers.
@MainActor @Suite(.checkingEverything) struct ServiceScenarios {
    @Test func `UR-28 UR-31 UR-32 UR-34 파일 이름은 .jpg로 끝나고, 받은 주소마다 제 사진의 바이트가 올라가고, 키는 받은 그대로이다`() async {
        await given("사진 두 장", Served(), .with("a", "b")) { test in
            let keys = ["key of a.jpg", "key of b.jpg"]
            await test.when("'다음'을 누르면", .nextTapped)
            test.then(
                "이름마다 받은 주소로 올라간다", \.receiptImageUploadUrlObjectKeys == keys, \.addRequests.value == keys,
                test.service.querying == [["a.jpg", "b.jpg"]], mutations: [.imagesUploaded(objectKeys: keys)])
            let puts = Dictionary(uniqueKeysWithValues: test.service.putting.calls.map { ($0.url, $0.bytes) })
            test.expect(puts == ["to/a.jpg": Array("a".utf8), "to/b.jpg": Array("b".utf8)], "바이트는 그대로이다")
        }
    }

    @Test(arguments: [1, 5])
    func `UR-20 UR-28 주소와 사진은 자리로 짝지어지고, 남는 것은 버려지되 키는 모두 남는다`(count: Int) async {
        let urls = (0..<count).map { UploadUrlsDTO.Url.of("\($0)") }
        await given("사진 두 장", Served(), .with("a", "b"), checking: .written) { test in
            test.service.querying.always(.value(UploadUrlsDTO(uploadUrls: urls)))
            await test.when("'다음'을 누르면", .nextTapped)
            test.then("키는 모두 남는다", \.receiptImageUploadUrlObjectKeys == urls.map(\.objectKey))
            let puts = Dictionary(uniqueKeysWithValues: test.service.putting.calls.map { ($0.url, $0.bytes) })
            test.expect(puts["to/0"] == Array("a".utf8) && puts.count == min(count, 2), "짝이 있는 것만 올라간다")
        }
    }

    @Test func `UR-19 UR-28 XP-01 하나라도 올리지 못하면 오류의 문구가 나오고 다음 화면은 열리지 않는다`() async {
        await given("사진 두 장", Served(), .with("a", "b"), checking: .written) { test in
            let fault = "\(InjectedFault())"
            test.service.putting.answers(.error(InjectedFault()))
            await test.when("'다음'을 누르면", .nextTapped)
            test.then("오류의 문구만 나온다", test.toasts == [fault], mutations: [.uploadFailed(.service(fault))])
        }
    }

    @Test func `AR-02 UR-33 견적 요청에는 키와 적은 글이 그대로 들어간다`() async {
        await given("사진 한 장을 올린 화면", Served(), .with("a"), checking: .written) { test in
            await test.given(after: .nextTapped)
            await test.when("글을 적고 '견적 요청'을 누르면", in: AddRequests.self, .textChanged("빠른 견적"), .requestTapped)
            test.then("그대로 들어간다", test.service.creating == [(["key of a.jpg"], "빠른 견적")])
        }
    }
}

/// The app over its service.
private struct Served: SceneFixture {
    static let feature = "견적요청 - 서비스"
    let service = ServiceDouble()
    let toasts = Stub<String, Void>()

    func assemble(_ state: UploadReceipt.State) -> SceneRuntime<UploadReceipt> {
        var surroundings = ReceiptWorker.Surroundings()
        surroundings.text = { "\($0)" }
        surroundings.toast = { [toasts] in toasts($0) }
        let worker = ReceiptWorker(
            service: service, photos: ReceiptFolder("/photos", files: MemoryFiles()), surroundings: surroundings)
        return ReceiptFlow(state, uploadReceiptWorker: worker, makeAddRequestsWorker: worker.connected).uploadReceipt
    }
}

extension UploadReceipt.State {
    /// Images of these names, whose bytes are their names.
    fileprivate static func with(_ names: String...) -> UploadReceipt.State {
        UploadReceipt.State(domainState: .init(attachedImages: names.map { .sample($0, Array($0.utf8)) }))
    }
}
