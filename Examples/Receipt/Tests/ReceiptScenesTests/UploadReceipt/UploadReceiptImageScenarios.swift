import CISTesting
import ReceiptScenes
import Testing

/// Attaching and uploading: UR-05, UR-07, UR-08, UR-12 to UR-21, UR-30.
@MainActor @Suite(.checkingEverything) struct UploadReceiptImageScenarios {
    private static let tooMany = "최대 5장까지 첨부할 수 있습니다"

    @Test(arguments: [true, false])
    func `UR-05 UR-21 찍은 사진은 저장이 되든 안 되든 첨부되고, 그다음 카메라가 닫힌다`(isSaved: Bool) async {
        await given("카메라가 열린 화면", Receipt(), .init()) { test in
            if !isSaved { test.worker.saving.always(.error(ServiceError())) }
            await test.given(after: .cameraChosen)
            await test.when("사진을 찍으면", .photoTaken(.sample(1)))
            test.then(
                "저장한 다음 첨부하고, 저장하지 못했을 때에만 오류의 문구가 나온다", \.attachedImages.count == 1,
                \.domainState.attachedImages == [.sample(1, "name-1")], \.showingCamera == false,
                test.worker.saving == [.sample(1)], test.worker.encoding == [.sample(1)],
                test.worker.toasts == (isSaved ? [] : [ServiceError.korean]),
                mutations: (isSaved ? [] : [.saveFailed(ServiceError.korean)])
                    + [.imageAttached(.sample(1, "name-1")), .setCamera(false)],
                calls: isSaved ? ["saveImage(_:)", "encode(_:)"] : ["saveImage(_:)", "showToast(_:)", "encode(_:)"])
        }
    }

    @Test func `UR-07 UR-12 UR-14 UR-17 다섯 번째 사진까지 첨부되고, 썸네일도 다섯 장이 되고, 사진첩이 닫힌다`() async {
        let encoded = EncodedImage(bytes: [7, 7], format: .png, pixelWidth: 3, pixelHeight: 4)
        let images = .kept(4) + [ImageModel(name: "name-1", fileName: "receipt-9.jpg", image: encoded)]
        await given("썸네일 없이 받은 사진 네 장", Receipt(), .attached(4)) { test in
            await test.given("사진첩이 열려 있다", after: .galleryChosen)
            test.worker.encoding.always(.value(encoded))
            await test.when("한 장 더 고르면", .imagePicked(.sample(9)))
            test.then(
                "끝에 붙는다", \.domainState.attachedImages == images, \.attachedImages == images.thumbnails,
                \.showingImagePicker == false, test.worker.encoding == [.sample(9)],
                mutations: [.imageAttached(images[4]), .setImagePicker(false)])
        }
    }

    @Test(arguments: [5, 6])
    func `UR-12 UR-15 사진이 이미 다섯 장이면 더 첨부되지 않는다`(count: Int) async {
        await given("사진이 다섯 장 이상", Receipt(), .attached(count)) { test in
            await test.when("한 장 더 고르면", .imagePicked(.sample(9)))
            test.then(
                "인코딩하지 않고 토스트만 나온다", test.worker.toasts == [Self.tooMany],
                mutations: [.attachFailed(.exceedImageCount), .setImagePicker(false)])
        }
    }

    @Test func `UR-07 UR-13 UR-16 인코딩할 수 없는 사진은 토스트만 나오고, 사진첩은 닫힌다`() async {
        await given("사진 두 장", Receipt(), .attached(2)) { test in
            test.worker.encoding.always(.value(nil))
            await test.given("사진첩이 열려 있다", after: .galleryChosen)
            await test.when("읽을 수 없는 사진을 고르면", .imagePicked(.sample(9)))
            test.then(
                "토스트가 나오고 사진첩이 닫힌다", \.showingImagePicker == false, test.worker.encoding == [.sample(9)],
                test.worker.toasts == ["사진 처리 과정에서 오류가 발생하였습니다"],
                mutations: [.attachFailed(.failDataMapping), .setImagePicker(false)])
        }
    }

    @Test func `CIS-13 UR-15 동시에 고른 백 장 가운데 꼭 다섯 장만 첨부되고, 나머지는 토스트가 나온다`() async {
        await given("처음 화면", Receipt(), .init(), checking: .written) { test in
            test.worker.encoding.always(.wait)
            for number in 0..<100 { await test.when("한 장을 더 고르고", .imagePicked(.sample(number))) }
            for _ in 0..<100 { test.worker.encoding.release(.compute { .sample(of: $0) }) }
            await test.settle()
            test.then(
                "다섯 장만 남는다", \.domainState.attachedImages.count == 5, \.attachedImages.count == 5,
                test.worker.toasts == Array(repeating: Self.tooMany, count: 95))
        }
    }

    @Test func `UR-18 사진이 없으면 아무 서비스도 부르지 않고 토스트만 나온다`() async {
        await given("사진이 없는 화면", Receipt(), .init()) { test in
            await test.when("'다음'을 누르면", .nextTapped)
            test.then(
                "토스트만 나온다", test.worker.toasts == ["견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"],
                mutations: [.uploadFailed(.emptyAttachedImage)])
        }
    }

    @Test func `UR-08 UR-19 UR-20 이름 순서로 주소를 받아 모두 올리면, 받은 키 모두와 다음 화면이 한 번에 나온다`() async {
        let keys = (1...5).map { "key-\($0)" }
        await given("사진 두 장", Receipt(), .attached(2)) { test in
            test.worker.fetching.always(.value(keys.map(ImageUploadUrl.sample)))
            let what = await test.when("'다음'을 누르면", .nextTapped)
            test.then(
                "키와 함께 요청 사항 화면이 열린다", \.receiptImageUploadUrlObjectKeys == keys, \.addRequests.value == keys,
                test.worker.fetching == [["kept-0", "kept-1"]],
                test.worker.uploading == [(.kept(2), keys.map(ImageUploadUrl.sample))],
                mutations: [.imagesUploaded(objectKeys: keys)],
                calls: ["fetchImageUploadUrls(names:)", "requestImagesUpload(_:to:)"])
            test.expect(what.states.count == 1, "한 번에 바뀐다")
        }
    }

    @Test func `UR-19 주소를 받지 못하면 오류의 문구가 나오고 다음 화면은 열리지 않는다`() async {
        await given("사진 한 장", Receipt(), .attached(1)) { test in
            test.worker.fetching.always(.error(ServiceError()))
            await test.when("'다음'을 누르면", .nextTapped)
            test.then(
                "오류의 문구만 나온다", test.worker.toasts == [ServiceError.korean], test.worker.fetching == [["kept-0"]],
                mutations: [.uploadFailed(.service(ServiceError.korean))])
        }
    }

    @Test func `UR-19 올리지 못하면 오류의 문구가 나오고 사진은 그대로이다`() async {
        await given("사진 한 장", Receipt(), .attached(1)) { test in
            test.worker.uploading.always(.error(ServiceError()))
            await test.when("'다음'을 누르면", .nextTapped)
            test.then(
                "오류의 문구만 나온다", test.worker.toasts == [ServiceError.korean], test.worker.fetching == [["kept-0"]],
                test.worker.uploading == [(.kept(1), [.sample("kept-0")])],
                mutations: [.uploadFailed(.service(ServiceError.korean))])
        }
    }

    @Test func `UR-30 올리는 동안 또 누른 '다음'은 버려지고, 다른 일은 된다`() async {
        await given("사진 한 장", Receipt(), .attached(1), checking: .written) { test in
            test.worker.uploading.always(.wait)
            let what = await test.when("'다음'을 두 번 누르면", concurrently: .nextTapped, .nextTapped)
            test.expect(what.drops.map(\.reason) == [.busy], "두 번째는 버려지고, 버려진 것이 보인다")
            await test.when("올리는 동안 사진을 고르면", .imagePicked(.sample(9)))
            test.then("첨부되고, 아직 넘어가지 않는다", \.attachedImages.count == 2, \.isAddRequestsViewActive == false)
            test.worker.uploading.release(.value(()))
            await test.settle()
            test.then("한 번 올리고 넘어간다", \.isAddRequestsViewActive == true, test.worker.fetching == [["kept-0"]])
        }
    }

    @Test(arguments: [true, false])
    func `UR-30 올리기가 끝나면, 되었든 안 되었든, '다음'은 다시 올린다`(isUploaded: Bool) async {
        await given("한 번 올린 화면", Receipt(), .attached(1), checking: .written) { test in
            if !isUploaded { test.worker.uploading.answers(.error(ServiceError())) }
            await test.given(after: .nextTapped)
            await test.when("'다음'을 누르면", .nextTapped)
            test.then("다시 올린다", test.worker.uploading == [(.kept(1), [.sample("kept-0")])])
        }
    }
}
