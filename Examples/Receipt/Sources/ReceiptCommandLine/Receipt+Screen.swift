import CIS
import Foundation
import ReceiptScenes

extension Receipt {
    /// The screen as text, and the verbs that can be typed there. The pushed screen covers the one below it.
    var screen: (text: String, verbs: [Verb]) {
        let (lines, verbs) = addRequests.map { remarks($0.state) } ?? images(scene.state)
        return (lines.joined(separator: "\n  "), verbs + [.show, .help, .quit])
    }

    private typealias Screen = (lines: [String], verbs: [Verb])

    private func remarks(_ state: AddRequests.State) -> Screen {
        let text = state.requestsText.isEmpty ? "(\(Wording.placeholder))" : state.requestsText
        let lines = ["\n━━━ \(Wording.remarksTitle) ━━━", "│ \(text)", row(.request, .back, .text)]
        return (state.message.isEmpty ? lines : lines + [state.message], [.text, .request, .back])
    }

    private func images(_ state: UploadReceipt.State) -> Screen {
        let images = state.attachedImages.enumerated().map { "\($0 + 1). \(line($1))" }
        let title = "\n━━━ \(Wording.imagesTitle) ━━━"
        let lines = [title] + (images.isEmpty ? ["(no images)"] : images) + [row(.attach, .next)]
        return switch state.modal.value {
        case nil: (lines, [.attach, .next])
        case .sheet: sheet(over: lines, Wording.sheetTitle, [.camera, .gallery])
        case .camera: sheet(over: lines, "Camera: \(Wording.cameraPurpose)", [.shoot], hidden: [.camera])
        case .gallery: sheet(over: lines, "Gallery: \(Wording.galleryPurpose)", [.pick], hidden: [.gallery])
        }
    }

    /// A sheet covers the lower part of the screen. Hidden verbs can be typed, but have no button.
    private func sheet(over lines: [String], _ title: String, _ buttons: [Verb], hidden: [Verb] = []) -> Screen {
        let sheet = ["┌─ \(title)"] + buttons.map { "│ \($0.button)" } + ["└ \(Verb.cancel.button)"]
        return (lines + sheet, buttons + hidden + [.cancel])
    }

    private func line(_ image: ImageModel) -> String {
        let size = image.image.bytes.count.formatted(.number.locale(Locale(identifier: "en_US")))
        let name = String(image.image.fileName.map { $0.isNewline ? "\u{FFFD}" : $0 })
        return "\(name)  \(size) bytes  \(image.pixelWidth)×\(image.pixelHeight) \(image.format.rawValue)"
    }

    private func row(_ buttons: Verb...) -> String { buttons.map(\.button).joined(separator: "   ") }
}
