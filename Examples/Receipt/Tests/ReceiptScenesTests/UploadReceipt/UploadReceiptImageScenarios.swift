import CISTesting
import Testing

@testable import ReceiptScenes

/// Attaching and uploading: UR-05, UR-07, UR-08, UR-12 to UR-21, UR-30.
@MainActor @Suite(.checkingEverything) struct UploadReceiptImageScenarios {
    private static let tooMany = "최대 5장까지 첨부할 수 있습니다"

    @Test(arguments: [true, false])
    func `UR-05 UR-21 a photo is attached whether it was saved or not, then the camera closes`(isSaved: Bool) async {
        await given("the camera is open", Receipt(), .init()) { test in
            if !isSaved { test.worker.saving.always(.error(ServiceError())) }
            await test.given(after: .cameraChosen)
            await test.when("a photo is taken", .photoTaken(.sample(1)))
            test.then(
                "saved, then attached; the text of an error only if it was not saved",
                \.domainState.attachedImages == [.encoded(.sample(1))], \.modal.value == nil,
                test.worker.saving == [.sample(1)], test.worker.encoding == [.sample(1)],
                test.worker.toasts == (isSaved ? [] : [ServiceError.korean]),
                mutations: (isSaved ? [] : [.saveFailed(ServiceError.korean)])
                    + [.imageAttached(.encoded(.sample(1))), .dismissed(.camera)],
                calls: isSaved ? ["saveImage(_:)", "encode(_:)"] : ["saveImage(_:)", "showToast(_:)", "encode(_:)"])
        }
    }

    @Test func `UR-07 UR-12 UR-14 UR-17 the fifth image is attached, there are five thumbnails, the gallery closes`()
        async
    {
        let file = ReceiptImage(fileName: "receipt-9.jpg", bytes: [7, 7])
        let encoded = ImageModel(name: "new", image: file, format: .png, pixelWidth: 3, pixelHeight: 4)
        let images = .kept(4) + [encoded]
        await given("four images", Receipt(), .attached(4)) { test in
            await test.given("the gallery is open", after: .galleryChosen)
            test.worker.encoding.always(.value(encoded))
            await test.when("one more is picked", .imagePicked(.sample(9)))
            test.then(
                "it is the last of five", \.domainState.attachedImages == images, \.attachedImages == images,
                \.modal.value == nil, test.worker.encoding == [.sample(9)],
                mutations: [.imageAttached(images[4]), .dismissed(.gallery)])
        }
    }

    @Test(arguments: [5, 6])
    func `UR-12 UR-15 with five images, no other is attached`(count: Int) async {
        await given("five images or more", Receipt(), .attached(count)) { test in
            await test.when("one more is picked", .imagePicked(.sample(9)))
            test.then(
                "a toast, and nothing is encoded", test.worker.toasts == [Self.tooMany],
                mutations: [.attachFailed(.exceedImageCount), .dismissed(.gallery)])
        }
    }

    @Test func `UR-16 a file in another format shows a toast with the reason and the remedy`() async {
        let file = ReceiptImage(fileName: "scan.jpg", bytes: Array("%PDF-1.7".utf8))
        await given("two images", Receipt(), .attached(2)) { test in
            test.worker.encoding.always(.value(nil))
            await test.when("a PDF is picked", .imagePicked(file))
            test.then(
                "the toast names the format", test.worker.encoding == [file],
                test.worker.toasts == ["PDF 파일은 첨부할 수 없습니다\nJPEG 또는 PNG로 변환하여 다시 첨부해 주세요"],
                mutations: [.attachFailed(.unsupportedFormat("PDF")), .dismissed(.gallery)])
        }
    }

    @Test func `UR-07 UR-13 UR-16 a file that cannot be encoded shows a toast, and the gallery closes`() async {
        await given("two images", Receipt(), .attached(2)) { test in
            test.worker.encoding.always(.value(nil))
            await test.given("the gallery is open", after: .galleryChosen)
            await test.when("a file that is not an image is picked", .imagePicked(.sample(9)))
            test.then(
                "a toast, and the gallery closes", \.modal.value == nil, test.worker.encoding == [.sample(9)],
                test.worker.toasts == ["사진 처리 과정에서 오류가 발생하였습니다"],
                mutations: [.attachFailed(.failDataMapping), .dismissed(.gallery)])
        }
    }

    @Test func `CIS-13 UR-15 of a hundred images picked at once exactly five are attached, the others show a toast`()
        async
    {
        await given("a new screen", Receipt(), .init(), checking: .written) { test in
            test.worker.encoding.always(.wait)
            for number in 0..<100 { await test.when("one more is picked", .imagePicked(.sample(number))) }
            for _ in 0..<100 { test.worker.encoding.release(.compute { .encoded($0) }) }
            await test.settle()
            test.then(
                "five are attached", \.domainState.attachedImages.count == 5,
                test.worker.toasts == Array(repeating: Self.tooMany, count: 95))
        }
    }

    @Test func `UR-18 without an image '다음' calls no service and shows a toast`() async {
        await given("no image", Receipt(), .init()) { test in
            await test.when("'다음' is tapped", .nextTapped)
            test.then(
                "a toast", test.worker.toasts == ["견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"],
                mutations: [.uploadFailed(.emptyAttachedImage)])
        }
    }

    @Test
    func
        `UR-08 UR-19 UR-20 addresses are fetched by name, all images are uploaded, the keys and the remarks come in one step`()
        async
    {
        let keys = (1...5).map { "key-\($0)" }
        await given("two images", Receipt(), .attached(2)) { test in
            test.worker.fetching.always(.value(keys.map(ImageUploadUrl.sample)))
            let what = await test.when("'다음' is tapped", .nextTapped)
            test.then(
                "all keys, and the remarks", \.receiptImageUploadUrlObjectKeys == keys, \.addRequests.value == keys,
                \.uploadedNames == ["kept-0", "kept-1"],
                \.requestedNames == ["kept-0", "kept-1"],
                test.worker.fetching == [["kept-0", "kept-1"]],
                test.worker.uploading == [(.kept(2), keys.map(ImageUploadUrl.sample))],
                mutations: [.imagesUploaded(objectKeys: keys, names: ["kept-0", "kept-1"])],
                calls: ["fetchImageUploadUrls(names:)", "requestImagesUpload(_:to:)"])
            test.expect("in one step", what.states.count == 1)
        }
    }

    @Test func `UR-19 without addresses the text of the error is shown, and the remarks do not open`() async {
        await given("one image", Receipt(), .attached(1)) { test in
            test.worker.fetching.always(.error(ServiceError()))
            await test.when("'다음' is tapped", .nextTapped)
            test.then(
                "the text of the error", test.worker.toasts == [ServiceError.korean],
                test.worker.fetching == [["kept-0"]], mutations: [.uploadFailed(.service(ServiceError.korean))])
        }
    }

    @Test func `UR-19 when an upload fails the text of the error is shown, and the images stay`() async {
        await given("one image", Receipt(), .attached(1)) { test in
            test.worker.uploading.always(.error(ServiceError()))
            await test.when("'다음' is tapped", .nextTapped)
            test.then(
                "the text of the error", test.worker.toasts == [ServiceError.korean],
                test.worker.fetching == [["kept-0"]], test.worker.uploading == [(.kept(1), [.sample("kept-0")])],
                mutations: [.uploadFailed(.service(ServiceError.korean))])
        }
    }

    @Test func `UR-30 a second '다음' during the upload is dropped, other actions are not`() async {
        await given("one image", Receipt(), .attached(1), checking: .written) { test in
            test.worker.uploading.always(.wait)
            let what = await test.when("'다음' is tapped twice", concurrently: .nextTapped, .nextTapped)
            test.expect("the second is dropped and reported", what.drops.map(\.reason) == [.busy])
            await test.when("an image is picked meanwhile", .imagePicked(.sample(9)))
            test.then("it is attached", \.attachedImages.count == 2, \.addRequests.isPresented == false)
            test.worker.uploading.release(.value(()))
            await test.settle()
            test.then("one upload", \.addRequests.isPresented == true, test.worker.fetching == [["kept-0"]])
        }
    }

    @Test(arguments: [true, false])
    func `UR-30 after an upload, whether it succeeded or not, '다음' uploads again`(isUploaded: Bool) async {
        await given("one upload has ended", Receipt(), .attached(1), checking: .written) { test in
            if !isUploaded { test.worker.uploading.answers(.error(ServiceError())) }
            await test.given(after: .nextTapped)
            await test.when("'다음' is tapped", .nextTapped)
            test.then("it uploads again", test.worker.uploading == [(.kept(1), [.sample("kept-0")])])
        }
    }
}
