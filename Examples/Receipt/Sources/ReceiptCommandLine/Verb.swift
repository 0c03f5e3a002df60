import ReceiptScenes
import TerminalKit

/// The commands that can be typed. The verb of a button can also be typed as the label of the button.
enum Verb: String, Command {
    case attach, camera, gallery, shoot, pick, cancel, next, text, request, back, show, help, quit

    var usage: CommandUsage {
        switch self {
        case .attach: .init("open the sheet", label: Wording.attach)
        case .camera:
            .init("sheet: open the camera, or take FILE as the photo at once", .optional("FILE"), label: Wording.camera)
        case .gallery:
            .init("sheet: open the gallery, or pick FILE at once", .optional("FILE"), label: Wording.gallery)
        case .shoot: .init("camera: take FILE as the photo; a copy goes to the photo library", .required("FILE"))
        case .pick: .init("gallery: pick FILE", .required("FILE"))
        case .cancel: .init("close the sheet, the camera or the gallery", label: Wording.cancel)
        case .next: .init("upload the images and go on to the remarks", label: Wording.next)
        case .text: .init("remarks: replace the text; with no WORDS, clear it", .text("WORDS"))
        case .request: .init("remarks: send the request", label: Wording.request)
        case .back: .init("remarks: go back to the images", label: Wording.back)
        case .show: .init("show the screen again")
        case .help: .init("show this")
        case .quit: .init("end; so does the end of input")
        }
    }
}
