/// What can be typed. Each button of the screens has one.
enum SessionVerb: String, CaseIterable {
    case attach, camera, gallery, shoot, pick, cancel, next
    case text, request, back
    case show, help, quit

    /// The text on the button; it can be typed as well.
    var label: String? {
        switch self {
        case .attach: "사진 첨부"
        case .camera: "사진 촬영하기"
        case .gallery: "사진첩에서 가져오기"
        case .cancel: "취소"
        case .next: "다음"
        case .request: "견적 요청"
        case .back: "뒤로"
        case .shoot, .pick, .text, .show, .help, .quit: nil
        }
    }

    /// What comes after the word.
    enum Argument { case none, file, optionalFile, words }

    var argument: Argument {
        switch self {
        case .shoot, .pick: .file
        case .camera, .gallery: .optionalFile
        case .text: .words
        default: .none
        }
    }

    /// For `help`.
    var summary: String {
        switch self {
        case .attach: "open the sheet"
        case .camera: "sheet: open the camera, or take FILE as the photo at once"
        case .gallery: "sheet: open the gallery, or pick FILE at once"
        case .shoot: "camera: take FILE as the photo; a copy goes to the photo library"
        case .pick: "gallery: pick FILE"
        case .cancel: "close the sheet, the camera or the gallery"
        case .next: "upload the images and go on to the remarks"
        case .text: "remarks: replace the text; with no WORDS, clear it"
        case .request: "remarks: send the request"
        case .back: "remarks: go back to the images"
        case .show: "show the screen again"
        case .help: "show this"
        case .quit: "end; so does the end of input"
        }
    }

    /// The word with a placeholder for what comes after it.
    var usage: String {
        switch argument {
        case .none: rawValue
        case .file: "\(rawValue) FILE"
        case .optionalFile: "\(rawValue) [FILE]"
        case .words: "\(rawValue) WORDS"
        }
    }
}
