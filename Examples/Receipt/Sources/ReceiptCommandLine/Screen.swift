import CIS
import ReceiptScenes

/// What is on screen, as values: a terminal draws it again when it has changed.
struct Screen: Equatable {
    private let parent: UploadReceipt.State
    private let child: AddRequests.State?

    @MainActor init(_ scene: SceneRuntime<UploadReceipt>) {
        parent = scene.state
        child = scene.child(of: \.addRequests, as: AddRequests.self)?.state
    }

    /// What can be typed now, in the order of the screen.
    var verbs: [Verb] {
        let buttons: [Verb] =
            switch (child, parent.modal.value) {
            case (_?, _): [.text, .request, .back]
            case (nil, .camera): [.shoot, .camera, .cancel]
            case (nil, .gallery): [.pick, .gallery, .cancel]
            case (nil, .sheet): [.camera, .gallery, .cancel]
            case (nil, nil): [.attach, .next]
            }
        return buttons + [.show, .help, .quit]
    }

    /// The pushed screen covers the one below it, a modal is drawn under its screen.
    var lines: [String] {
        if let child { return Self.addRequests(child) }
        let images = parent.attachedImages.enumerated().map { "  \($0 + 1). \(Self.describe($1))" }
        return ["", "━━━ 견적요청 - 명세표 업로드 ━━━"] + (images.isEmpty ? ["  (no images)"] : images)
            + ["  [사진 첨부] attach   [다음] next"] + modal
    }

    private static func describe(_ image: Thumbnail) -> String {
        // With commas, whatever the locale: `9,039`.
        let digits = Array(String(image.byteCount))
        let size = digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digits[index])
        }
        let kind = "\(image.pixelWidth)×\(image.pixelHeight) \(image.format.rawValue)"
        return "\(image.fileName.printable())  \(size) bytes  \(kind)"
    }

    private var modal: [String] {
        switch parent.modal.value {
        case .camera: ["  ┌─ Camera: 명세표 촬영", "  │ shoot FILE", "  └ [취소] cancel"]
        case .gallery: ["  ┌─ Gallery: 명세표 첨부", "  │ pick FILE", "  └ [취소] cancel"]
        case .sheet:
            ["  ┌─ 사진 추가하기", "  │ [사진 촬영하기] camera", "  │ [사진첩에서 가져오기] gallery", "  └ [취소] cancel"]
        case nil: []
        }
    }

    private static func addRequests(_ state: AddRequests.State) -> [String] {
        let text = state.requestsText.isEmpty ? "(요청 사항 입력)" : state.requestsText.printable()
        return ["", "━━━ 견적 요청 - 요청 사항 ━━━", "  │ \(text)", "  [견적 요청] request   [뒤로] back   text WORDS"]
            + (state.message.isEmpty ? [] : ["  \(state.message.printable(isLine: false))"])
    }
}
