import CIS
import Foundation
import ReceiptScenes

extension ReceiptApp {
    /// The screen as text, and what can be typed there. The pushed screen covers the one below it.
    var screen: (text: String, verbs: [Verb]) {
        let (text, verbs) = addRequests.map { remarks($0.state) } ?? images(scene.state)
        return (text, verbs + [.show, .help, .quit])
    }

    private func remarks(_ state: AddRequests.State) -> (String, [Verb]) {
        let text = """

            ━━━ 견적 요청 - 요청 사항 ━━━
              │ \(state.requestsText.isEmpty ? "(요청 사항 입력)" : state.requestsText)
              [견적 요청] request   [뒤로] back   text WORDS
            """
        return (state.message.isEmpty ? text : "\(text)\n  \(state.message)", [.text, .request, .back])
    }

    private func images(_ state: UploadReceipt.State) -> (String, [Verb]) {
        let images = state.attachedImages.enumerated().map { "  \($0 + 1). \(line($1))" }
        let text = """

            ━━━ 견적요청 - 명세표 업로드 ━━━
            \(images.isEmpty ? "  (no images)" : images.joined(separator: "\n"))
              [사진 첨부] attach   [다음] next
            """
        func covered(by title: String, _ buttons: String) -> String {
            "\(text)\n  ┌─ \(title)\n  │ \(buttons)\n  └ [취소] cancel"
        }
        return switch state.modal.value {
        case nil: (text, [.attach, .next])
        case .camera: (covered(by: "Camera: 명세표 촬영", "shoot FILE"), [.shoot, .camera, .cancel])
        case .gallery: (covered(by: "Gallery: 명세표 첨부", "pick FILE"), [.pick, .gallery, .cancel])
        case .sheet:
            (covered(by: "사진 추가하기", "[사진 촬영하기] camera\n  │ [사진첩에서 가져오기] gallery"), [.camera, .gallery, .cancel])
        }
    }

    private func line(_ image: ImageModel) -> String {
        let size = image.image.bytes.count.formatted(.number.locale(Locale(identifier: "en_US")))
        let name = image.image.fileName.replacing("\n", with: "\u{FFFD}")
        return "\(name)  \(size) bytes  \(image.pixelWidth)×\(image.pixelHeight) \(image.format.rawValue)"
    }
}
