import CIS
import CISTesting
import ReceiptScenes
import Testing

/// AR-03 to AR-07, UR-09, UR-10, UR-20, UR-25, UR-26, D20: the two scenes together.
@MainActor @Suite struct ReceiptFlowScenarios {
    private static let success = "견적 요청을 성공하였습니다 :)"
    private let remarks = ChildPlace<UploadReceipt, AddRequests>.child(of: \.addRequests)

    @Test func `AR-07 the remarks open after an upload, with the parent's keys`() async {
        await given("no image", Receipt(), .init()) { test in
            await test.when("'다음' is tapped", .nextTapped)
            test.expect("the remarks are not open", test.scene.child(of: \.addRequests, as: AddRequests.self) == nil)
            await test.when("an image is picked and uploaded", .imagePicked(.sample(1)), .nextTapped)
            test.then(
                "they are open, with the keys", in: remarks, \.self == .init(receiptImageUploadUrlObjectKeys: ["new-1"])
            )
        }
    }

    @Test func `AR-07 UR-09 after '뒤로' and another upload the remarks are new, with the keys of that upload`() async {
        await given("two images have been uploaded", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            await test.when("a remark is typed", in: remarks, .textChanged("옛 글"))
            await test.when(
                "'뒤로', one more image, '다음'", .addRequestsActiveChanged(false), .imagePicked(.sample(9)), .nextTapped)
            let keys = ["kept-0", "kept-1", "new-9"]
            test.then(
                "they are empty, with the new keys", in: remarks, \.self == .init(receiptImageUploadUrlObjectKeys: keys)
            )
        }
    }

    @Test func `UR-10 a success clears the images and shows a toast, also without the remarks`() async {
        await given("two images", Receipt(), .attached(2)) { test in
            await test.when(
                "the request succeeds", UploadReceipt.Action.quotationRequestSucceeded(message: Self.success))
            test.then(
                "no images, and a toast", \.domainState.attachedImages == [], test.worker.toasts == [Self.success])
        }
    }

    @Test func `UR-20 another upload while the remarks are open leaves them as they are`() async {
        await given("the remarks are open", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            weak let child = test.child(of: \.addRequests, as: AddRequests.self)
            await test.when("'다음' is tapped again", .nextTapped)
            let now = test.child(of: \.addRequests, as: AddRequests.self)
            test.expect("the same screen", child != nil && now === child)
        }
    }

    @Test(.checkingEverything)
    func
        `AR-03 AR-05 UR-10 UR-25 UR-26 a success closes the remarks, shows a toast, clears the images, keeps the keys`()
        async
    {
        await given("the remarks are open", Receipt(), .init()) { test in
            await test.given(after: .imagePicked(.sample(1)), .nextTapped)
            weak let child = test.child(of: \.addRequests, as: AddRequests.self)
            test.worker.onToast = { [weak test] in
                test?.then(
                    "the remarks close before the toast, the images are cleared after it", \.addRequests.value == nil,
                    \.attachedImages.count == 1)
            }
            let what = await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            test.expect("an output for the parent", what.outputs == [.quotationRequestSucceeded(message: Self.success)])
            test.expect("the screen is closed and freed", what.mutations.count == 1 && child == nil)
            test.then(
                "the parent shows the toast, clears the images and keeps the keys", \.addRequests.value == nil,
                \.domainState.attachedImages == [],
                \.receiptImageUploadUrlObjectKeys == ["new-1"], test.worker.toasts == [Self.success],
                test.requesting == [(["new-1"], "")],
                mutations: [.setAddRequestsActive(false), .showMessage(Self.success), .clearAttachedImages])
        }
    }

    @Test(.checkingEverything) func `AR-04 a failure leaves the remarks and the images as they are`() async {
        await given("the service fails", Receipt(), .attached(2)) { test in
            test.requesting.always(.error(ServiceError()))
            await test.given(after: .nextTapped)
            await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            test.then("the parent does not change", test.requesting == [(["kept-0", "kept-1"], "")], mutations: [])
            test.then(
                "the text of the error", in: remarks, \.failure.value == ServiceError.korean,
                mutations: [.quotationFailed(ServiceError.korean)])
        }
    }

    @Test func `AR-06 UR-09 '뒤로' during a request frees the screen, and the answer has no effect`() async {
        await given("a slow request", Receipt(), .attached(2)) { test in
            test.requesting.always(.wait)
            await test.given(after: .nextTapped)
            weak let child = test.child(of: \.addRequests, as: AddRequests.self)
            await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            await test.when("'뒤로' is tapped", .addRequestsActiveChanged(false))
            test.expect("the screen is gone, the request cancelled", child == nil && test.requesting.held.isEmpty)
            test.then("the images stay, no toast", \.domainState.attachedImages == .kept(2), test.worker.toasts == [])
        }
    }

    @Test func `UR-26 an image that was picked during the upload stays, and is in the next request`() async {
        await given("an image is being uploaded", Receipt(), .init()) { test in
            test.worker.uploading.answers(.wait)
            await test.given(after: .imagePicked(.sample(1)), .nextTapped)
            await test.when("another is picked before the upload ends", .imagePicked(.sample(2)))
            test.worker.uploading.release(.value(()))
            await test.settle()
            await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            test.then(
                "the first is sent and cleared, the second stays", test.requesting == [(["new-1"], "")],
                \.attachedImages == [.encoded(.sample(2))])
            await test.given(after: .nextTapped)
            await test.when("'견적 요청' is tapped again", in: remarks, .requestTapped)
            test.then(
                "the second is sent and cleared", test.requesting == [(["new-2"], "")],
                \.attachedImages == [])
        }
    }

    @Test func `UR-20 another upload while the remarks are open does not change what their success clears`() async {
        await given("the remarks are open", Receipt(), .attached(1)) { test in
            await test.given(after: .nextTapped, .imagePicked(.sample(9)), .nextTapped)
            await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            test.then(
                "only what they had is sent and cleared", test.requesting == [(["kept-0"], "")],
                \.attachedImages == [.encoded(.sample(9))])
        }
    }

    @Test func `UR-28 an image for which there was no address stays`() async {
        await given("two images, and an address for one", Receipt(), .attached(2)) { test in
            test.worker.fetching.answers(.value([.sample("key")]))
            await test.given(after: .nextTapped)
            await test.when("'견적 요청' is tapped", in: remarks, .requestTapped)
            test.then(
                "the other stays", test.requesting == [(["key"], "")],
                \.attachedImages == [.sample(.sample(1), "kept-1")])
        }
    }

    @Test func `AR-02 a second '견적 요청' during the request is dropped`() async {
        await given("a slow request", Receipt(), .attached(1)) { test in
            test.requesting.always(.wait)
            await test.given(after: .nextTapped)
            await test.when("'견적 요청' is tapped twice", in: remarks, .requestTapped, .requestTapped)
            test.then("one request", test.requesting == [(["kept-0"], "")])
        }
    }
}
