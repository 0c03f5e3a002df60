import CIS
import Foundation
import ReceiptScenes

extension Receipt {
    /// The screen as text, and the verbs that can be typed there. The pushed screen covers the one below it.
    var screen: (text: String, verbs: [Verb]) {
        let (text, verbs) = addRequests.map { remarks($0.state) } ?? images(scene.state)
        return (text, verbs + [.show, .help, .quit])
    }

    private func remarks(_ state: AddRequests.State) -> (String, [Verb]) {
        let text = """

            ━━━ 견적 요청 - 요청 사항 ━━━
              │ \(state.requestsText.isEmpty ? "(요청 사항 입력)" : state.requestsText)
              \(row(.request, .back, .text))
            """
        return (state.message.isEmpty ? text : "\(text)\n  \(state.message)", [.text, .request, .back])
    }

    private func images(_ state: UploadReceipt.State) -> (String, [Verb]) {
        let images = state.attachedImages.enumerated().map { "  \($0 + 1). \(line($1))" }
        let text = """

            ━━━ 견적요청 - 명세표 업로드 ━━━
            \(images.isEmpty ? "  (no images)" : images.joined(separator: "\n"))
              \(row(.attach, .next))
            """
        return switch state.modal.value {
        case nil: (text, [.attach, .next])
        case .sheet: (text + sheet("사진 추가하기", .camera, .gallery), [.camera, .gallery, .cancel])
        case .camera: (text + sheet("Camera: 명세표 촬영", .shoot), [.shoot, .camera, .cancel])
        case .gallery: (text + sheet("Gallery: 명세표 첨부", .pick), [.pick, .gallery, .cancel])
        }
    }

    private func row(_ buttons: Verb...) -> String { buttons.map(\.button).joined(separator: "   ") }

    /// A sheet, which covers the lower part of the screen.
    private func sheet(_ title: String, _ buttons: Verb...) -> String {
        "\n  ┌─ \(title)\n" + buttons.map { "  │ \($0.button)\n" }.joined() + "  └ \(Verb.cancel.button)"
    }

    private func line(_ image: ImageModel) -> String {
        let size = image.image.bytes.count.formatted(.number.locale(Locale(identifier: "en_US")))
        let name = image.image.fileName.replacing("\n", with: "\u{FFFD}")
        return "\(name)  \(size) bytes  \(image.pixelWidth)×\(image.pixelHeight) \(image.format.rawValue)"
    }
}
