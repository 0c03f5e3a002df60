/// The texts of the app for people, in its language. The texts of errors come from the platform (XP-01).
package enum Wording {
    package static let imagesTitle = "견적요청 - 명세표 업로드", attach = "사진 첨부", next = "다음"
    package static let sheetTitle = "사진 추가하기", camera = "사진 촬영하기", gallery = "사진첩에서 가져오기", cancel = "취소"
    package static let cameraPurpose = "명세표 촬영", galleryPurpose = "명세표 첨부"
    package static let remarksTitle = "견적 요청 - 요청 사항", placeholder = "요청 사항 입력", request = "견적 요청", back = "뒤로"
    static let requestSucceeded = "견적 요청을 성공하였습니다 :)"  // AR-03

    static func toast(for mutation: UploadReceipt.Mutation) -> String? {
        switch mutation {
        case .attachFailed(.exceedImageCount): "최대 \(UploadReceipt.imageLimit)장까지 첨부할 수 있습니다"  // UR-15
        case .attachFailed(.failDataMapping): "사진 처리 과정에서 오류가 발생하였습니다"  // UR-16
        case .attachFailed(.unsupportedFormat(let format)):  // D21
            "\(format) 파일은 첨부할 수 없습니다\nJPEG 또는 PNG로 변환하여 다시 첨부해 주세요"
        case .uploadFailed(.emptyAttachedImage): "견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"  // UR-18
        case .uploadFailed(.service(let text)), .saveFailed(let text), .showMessage(let text): text  // UR-19, 21, 25
        case .permissionDenied(for: .camera): "명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"  // UR-23
        case .permissionDenied(for: .gallery): "명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"  // UR-24: the blank is part of it
        case .imageAttached, .imagesUploaded, .presented, .dismissed, .permissionDenied: nil
        case .setAddRequestsActive, .clearAttachedImages: nil
        }
    }
}
