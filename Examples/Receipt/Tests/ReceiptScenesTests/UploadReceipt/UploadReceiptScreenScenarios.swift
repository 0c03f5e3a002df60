import CISTesting
import ReceiptScenes
import Testing

/// Opening and closing: UR-01 to UR-07, UR-09, UR-11, UR-22 to UR-24, UR-27, UR-29.
@MainActor @Suite(.checkingEverything) struct UploadReceiptScreenScenarios {
    typealias Answers = (camera: PermissionStatus, gallery: PermissionStatus)
    private nonisolated static let denials = PermissionStatus.allCases
        .flatMap { camera in PermissionStatus.allCases.map { Answers(camera, $0) } }
        .filter { $0.camera != .granted || $0.gallery != .granted }

    @Test func `UR-01 UR-11 '사진 첨부' opens the sheet, '취소' closes it, and it opens again`() async {
        await given("a new screen", Receipt(), .init()) { test in
            test.then("no images and no sheet", \.attachedImages == [], \.modal.value == nil)
            await test.when("'사진 첨부' is tapped", .attachTapped)
            test.then("the sheet opens", \.modal.value == .sheet, mutations: [.presented(.sheet)])
            await test.when("'취소' is tapped", .sheetCancelled)
            test.then("it closes", \.modal.value == nil, mutations: [.dismissed(.sheet)])
            await test.when("'사진 첨부' is tapped", .attachTapped)
            test.then("it opens again", \.modal.value == .sheet, mutations: [.presented(.sheet)])
        }
    }

    @Test func `UR-02 UR-22 UR-23 '사진 촬영하기' asks for both permissions in order, and opens the camera`() async {
        await given("both permissions", Receipt(), .init()) { test in
            await test.given("the sheet is open", after: .attachTapped)
            await test.when("'사진 촬영하기' is chosen", .cameraChosen)
            test.then(
                "the sheet closes, then the camera opens", \.modal.value == .camera,
                test.worker.camera == [()], test.worker.gallery == [()],
                mutations: [.dismissed(.sheet), .presented(.camera)],
                calls: ["requestCameraPermission()", "requestGalleryPermission()"])
        }
    }

    @Test(arguments: denials)
    func `UR-22 UR-23 without one of the permissions, both are requested, and a toast follows`(answers: Answers) async {
        await given("at least one permission is not granted", Receipt(), .init()) { test in
            test.worker.camera.always(.value(answers.camera))
            test.worker.gallery.always(.value(answers.gallery))
            await test.when("'사진 촬영하기' is chosen", .cameraChosen)
            test.then(
                "no camera, but a toast", test.worker.camera == [()], test.worker.gallery == [()],
                test.worker.toasts == ["명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"],
                mutations: [.dismissed(.sheet), .permissionDenied(for: .camera)],
                calls: ["requestCameraPermission()", "requestGalleryPermission()", "showToast(_:)"])
        }
    }

    @Test func `UR-03 UR-24 '사진첩에서 가져오기' asks for the gallery's permission only, and opens the gallery`() async {
        await given("no permission for the camera", Receipt(), .init()) { test in
            test.worker.camera.always(.value(.denied))
            await test.given("the sheet is open", after: .attachTapped)
            await test.when("'사진첩에서 가져오기' is chosen", .galleryChosen)
            test.then(
                "the sheet closes, then the gallery opens", \.modal.value == .gallery, test.worker.gallery == [()],
                mutations: [.dismissed(.sheet), .presented(.gallery)])
        }
    }

    @Test(arguments: [PermissionStatus.limited, .denied])
    func `UR-24 UR-29 limited access is a refusal: the gallery stays closed, with a toast over the changed screen`(
        gallery: PermissionStatus
    ) async {
        await given("the sheet is open", Receipt(), .init()) { test in
            test.worker.gallery.always(.value(gallery))
            await test.given(after: .attachTapped)
            test.worker.onToast = { [weak test] in
                MainActor.assertIsolated()
                test?.then("the sheet has closed before the toast", \.modal.value == nil)
            }
            await test.when("'사진첩에서 가져오기' is chosen", .galleryChosen)
            test.then(
                "a toast", test.worker.gallery == [()], test.worker.toasts == ["명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"],
                mutations: [.dismissed(.sheet), .permissionDenied(for: .gallery)])
        }
    }

    @Test(arguments: [UploadReceipt.Action.cameraChosen, .galleryChosen])
    func `UR-23 UR-24 an open camera or gallery closes when the permission is gone`(choice: UploadReceipt.Action) async
    {
        await given("camera or gallery is open", Receipt(), .init(), checking: .written) { test in
            await test.given(after: choice)
            test.worker.gallery.always(.value(.denied))
            await test.when("it is chosen again, without the permission", choice)
            test.then("it is closed", \.modal.value == nil)
        }
    }

    @Test func `UR-04 UR-06 '취소' closes the camera, and the gallery`() async {
        await given("both permissions", Receipt(), .init()) { test in
            await test.given("the camera is open", after: .cameraChosen)
            await test.when("'취소' is tapped", .cameraCancelled)
            test.then("it closes", \.modal.value == nil, mutations: [.dismissed(.camera)])
            await test.given("the gallery is open", after: .galleryChosen)
            await test.when("'취소' is tapped", .pickerCancelled)
            test.then("it closes", \.modal.value == nil, mutations: [.dismissed(.gallery)])
        }
    }

    @Test func `UR-09 UR-27 the front end closes and opens the remarks, with the same keys`() async {
        await given("two images have been uploaded", Receipt(), .attached(2)) { test in
            await test.given(after: .nextTapped)
            await test.when("the front end closes them", .addRequestsActiveChanged(false))
            test.then("they are closed", \.addRequests.value == nil, mutations: [.setAddRequestsActive(false)])
            await test.when("it opens them", .addRequestsActiveChanged(true))
            test.then(
                "with the keys", \.addRequests.value == ["kept-0", "kept-1"], mutations: [.setAddRequestsActive(true)])
            await test.when("it opens them again", .addRequestsActiveChanged(true))
            test.then("they stay", \.addRequests.isPresented == true, mutations: [.setAddRequestsActive(true)])
        }
    }
}
