import CISTesting
import ReceiptScenes
import Testing

/// What opens and closes: UR-01 to UR-07, UR-09, UR-11, UR-22 to UR-24, UR-27, UR-29.
@MainActor @Suite(.checkingEverything) struct UploadReceiptScreenScenarios {
    typealias Answers = (camera: PermissionStatus, gallery: PermissionStatus)
    private nonisolated static let denials = PermissionStatus.allCases
        .flatMap { camera in PermissionStatus.allCases.map { Answers(camera, $0) } }
        .filter { $0.camera != .granted || $0.gallery != .granted }

    @Test func `UR-01 UR-11 시트는 열리고, 취소하면 닫히고, 다시 열린다`() async {
        await given("처음 화면", Receipt(), .init()) { test in
            test.then("아무것도 없다", \.attachedImages == [], \.domainState.attachedImages == [], \.showingCamera == false)
            await test.when("'사진 첨부'를 누르면", .attachTapped)
            test.then("시트가 열린다", \.showingSelectImageAttachmentMethodSheet == true, mutations: [.setSheet(true)])
            await test.when("취소하면", .sheetCancelled)
            test.then("닫힌다", \.showingSelectImageAttachmentMethodSheet == false, mutations: [.setSheet(false)])
            await test.when("'사진 첨부'를 누르면", .attachTapped)
            test.then("다시 열린다", \.showingSelectImageAttachmentMethodSheet == true, mutations: [.setSheet(true)])
        }
    }

    @Test func `UR-02 UR-22 UR-23 카메라를 고르면 시트가 닫히고, 권한을 차례로 묻고, 카메라가 열린다`() async {
        await given("두 권한이 다 있는 화면", Receipt(), .init()) { test in
            await test.given("시트가 열려 있다", after: .attachTapped)
            await test.when("'사진 촬영하기'를 고르면", .cameraChosen)
            test.then(
                "시트가 닫힌 뒤에 카메라가 열린다", \.showingSelectImageAttachmentMethodSheet == false, \.showingCamera == true,
                test.worker.camera == [()], test.worker.gallery == [()],
                mutations: [.setSheet(false), .cameraAnswered(isDenied: false)],
                calls: ["requestCameraPermission()", "requestGalleryPermission()"])
        }
    }

    @Test(arguments: denials)
    func `UR-22 UR-23 권한이 하나라도 없으면 둘 다 묻고 나서 토스트가 나온다`(answers: Answers) async {
        await given("전체 권한이 하나라도 없는 화면", Receipt(), .init()) { test in
            test.worker.camera.always(.value(answers.camera))
            test.worker.gallery.always(.value(answers.gallery))
            await test.when("'사진 촬영하기'를 고르면", .cameraChosen)
            test.then(
                "카메라는 열리지 않고 토스트가 나온다", test.worker.camera == [()], test.worker.gallery == [()],
                test.worker.toasts == ["명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"],
                mutations: [.setSheet(false), .cameraAnswered(isDenied: true)],
                calls: ["requestCameraPermission()", "requestGalleryPermission()", "showToast(_:)"])
        }
    }

    @Test func `UR-03 UR-24 사진첩을 고르면 시트가 닫히고, 사진첩 권한만 묻고, 사진첩이 열린다`() async {
        await given("카메라 권한만 없는 화면", Receipt(), .init()) { test in
            test.worker.camera.always(.value(.denied))
            await test.given("시트가 열려 있다", after: .attachTapped)
            await test.when("'사진첩에서 가져오기'를 고르면", .galleryChosen)
            test.then(
                "시트가 닫힌 뒤에 사진첩이 열린다", \.showingSelectImageAttachmentMethodSheet == false,
                \.showingImagePicker == true, test.worker.gallery == [()],
                mutations: [.setSheet(false), .galleryAnswered(isDenied: false)])
        }
    }

    @Test(arguments: [PermissionStatus.limited, .denied])
    func `UR-24 UR-29 일부 접근이나 거부이면 사진첩은 열리지 않고, 바뀐 화면 위에 토스트가 나온다`(gallery: PermissionStatus) async {
        await given("시트가 열린 화면", Receipt(), .init()) { test in
            test.worker.gallery.always(.value(gallery))
            await test.given(after: .attachTapped)
            test.worker.onToast = { [weak test] in
                MainActor.assertIsolated()
                test?.then("토스트보다 먼저 시트가 닫힌다", \.showingSelectImageAttachmentMethodSheet == false)
            }
            await test.when("'사진첩에서 가져오기'를 고르면", .galleryChosen)
            test.then(
                "토스트가 나온다", test.worker.gallery == [()], test.worker.toasts == ["명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"],
                mutations: [.setSheet(false), .galleryAnswered(isDenied: true)])
        }
    }

    @Test func `UR-23 UR-24 열려 있던 카메라와 사진첩은 권한이 없어지면 닫힌다`() async {
        await given("카메라와 사진첩이 열린 화면", Receipt(), .init(), checking: .written) { test in
            await test.given(after: .cameraChosen, .galleryChosen)
            test.worker.gallery.always(.value(.denied))
            await test.when("권한이 없어진 뒤에 다시 고르면", .cameraChosen, .galleryChosen)
            test.then("둘 다 닫힌다", \.showingCamera == false, \.showingImagePicker == false)
        }
    }

    @Test func `UR-04 UR-06 취소하면 카메라와 사진첩이 닫힌다`() async {
        await given("두 권한이 다 있는 화면", Receipt(), .init()) { test in
            await test.given("카메라와 사진첩이 열려 있다", after: .cameraChosen, .galleryChosen)
            await test.when("촬영을 취소하면", .cameraCancelled)
            test.then("카메라만 닫힌다", \.showingCamera == false, mutations: [.setCamera(false)])
            await test.when("고르기를 취소하면", .pickerCancelled)
            test.then("사진첩이 닫힌다", \.showingImagePicker == false, mutations: [.setImagePicker(false)])
        }
    }

    @Test func `UR-09 UR-27 요청 사항 화면은 화면이 알려 주는 대로 닫히고, 같은 키로 다시 열린다`() async {
        await given("사진 두 장을 올린 화면", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            await test.when("닫혔다고 하면", .addRequestsActiveChanged(false))
            test.then("닫혀 있다", \.addRequests.value == nil, mutations: [.setAddRequestsActive(false)])
            await test.when("열렸다고 하면", .addRequestsActiveChanged(true))
            test.then("같은 키로", \.addRequests.value == ["kept-0", "kept-1"], mutations: [.setAddRequestsActive(true)])
            await test.when("열려 있는데 또 열렸다고 하면", .addRequestsActiveChanged(true))
            test.then("그대로이다", \.isAddRequestsViewActive == true, mutations: [.setAddRequestsActive(true)])
        }
    }
}
