import CIS
import CISTesting
import CISWorkers
import ReceiptScenes
import ReceiptServices
import Testing

/// UR-28, UR-31 to UR-34: the requests to the services, and what the app does with the answers.
@MainActor @Suite(.checkingEverything) struct ServiceScenarios {
    @Test
    func
        `UR-28 UR-31 UR-32 UR-34 file names end in .jpg, each address gets the bytes of its image, keys are unchanged`()
        async
    {
        await given("two images", Served(), .with("a", "b")) { test in
            let keys = ["key of a.jpg", "key of b.jpg"]
            await test.when("'다음' is tapped", .nextTapped)
            test.then(
                "all keys", \.receiptImageUploadUrlObjectKeys == keys, \.addRequests.value == keys,
                \.uploadedNames == ["a", "b"], \.requestedNames == ["a", "b"],
                test.service.querying == [["a.jpg", "b.jpg"]],
                mutations: [.imagesUploaded(objectKeys: keys, names: ["a", "b"])])
            let puts = Dictionary(uniqueKeysWithValues: test.service.putting.calls.map { ($0.url, $0.bytes) })
            test.expect(
                "each address gets the bytes of its image",
                puts == ["to/a.jpg": Array("a".utf8), "to/b.jpg": Array("b".utf8)])
        }
    }

    @Test(arguments: [1, 5])
    func `UR-20 UR-28 addresses and images are paired by position, what is left over is ignored, all keys stay`(
        count: Int
    ) async {
        let urls = (0..<count).map { ImageUploadUrl.of("\($0)") }
        await given("two images", Served(), .with("a", "b"), checking: .written) { test in
            test.service.querying.always(.value(urls))
            await test.when("'다음' is tapped", .nextTapped)
            test.then("all keys stay", \.receiptImageUploadUrlObjectKeys == urls.map(\.objectKey))
            let puts = Dictionary(uniqueKeysWithValues: test.service.putting.calls.map { ($0.url, $0.bytes) })
            test.expect("pairs only are uploaded", puts["to/0"] == Array("a".utf8) && puts.count == min(count, 2))
        }
    }

    @Test func `UR-19 UR-28 XP-01 if one upload fails the text of the error is shown, and the remarks do not open`()
        async
    {
        await given("two images", Served(), .with("a", "b"), checking: .written) { test in
            let fault = "\(InjectedFault())"
            test.service.putting.answers(.error(InjectedFault()))
            await test.when("'다음' is tapped", .nextTapped)
            test.then("the text of the error", test.toasts == [fault], mutations: [.uploadFailed(.service(fault))])
        }
    }

    @Test func `AR-02 UR-33 a request has the keys and the remark unchanged`() async {
        await given("one image has been uploaded", Served(), .with("a"), checking: .written) { test in
            await test.given(after: .nextTapped)
            await test.when(
                "a remark is typed and '견적 요청' tapped", in: .child(of: \.addRequests, as: AddRequests.self),
                .textChanged("빠른 견적"), .requestTapped)
            test.then("both unchanged", test.service.creating == [(["key of a.jpg"], "빠른 견적")])
        }
    }
}

/// The app with its service.
private struct Served: SceneFixture {
    static let feature = "견적요청 - 명세표 업로드, over its service"
    let service = ServiceDouble()
    let toasts = Stub<String, Void>()

    func assemble(_ state: UploadReceipt.State) -> SceneRuntime<UploadReceipt> {
        var options = ReceiptWorker.Options()
        options.text = { "\($0)" }
        options.toast = { [toasts] in toasts($0) }
        let photos = FolderService("/photos", files: MemoryFiles()) { "id" }
        let worker = ReceiptWorker(service: service, photos: photos, options: options)
        return UploadReceipt.assemble(state, worker: worker, addRequestsWorker: worker)
    }
}

extension UploadReceipt.State {
    /// Returns a state with images of these names. The bytes of an image are its name.
    fileprivate static func with(_ names: String...) -> UploadReceipt.State {
        UploadReceipt.State(attachedImages: names.map { .sample($0, Array($0.utf8)) })
    }
}
