import TerminalKit

/// The commands that can be typed. The verb of a button can also be typed as the label of the button.
enum Verb: String, Command {
    case attach, camera, gallery, shoot, pick, cancel, next, text, request, back, show, help, quit

    var usage: CommandUsage {
        switch self {
        case .attach: .init("open the sheet", label: "사진 첨부")
        case .camera:
            .init("sheet: open the camera, or take FILE as the photo at once", .optional("FILE"), label: "사진 촬영하기")
        case .gallery:
            .init("sheet: open the gallery, or pick FILE at once", .optional("FILE"), label: "사진첩에서 가져오기")
        case .shoot: .init("camera: take FILE as the photo; a copy goes to the photo library", .required("FILE"))
        case .pick: .init("gallery: pick FILE", .required("FILE"))
        case .cancel: .init("close the sheet, the camera or the gallery", label: "취소")
        case .next: .init("upload the images and go on to the remarks", label: "다음")
        case .text: .init("remarks: replace the text; with no WORDS, clear it", .text("WORDS"))
        case .request: .init("remarks: send the request", label: "견적 요청")
        case .back: .init("remarks: go back to the images", label: "뒤로")
        case .show: .init("show the screen again")
        case .help: .init("show this")
        case .quit: .init("end; so does the end of input")
        }
    }
}
