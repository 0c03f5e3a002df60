import ReceiptScenes

extension ScreenSnapshot {
    /// The screen as text: the pushed screen covers the one below it, a modal is drawn under its screen.
    var lines: [String] {
        child.map(Self.addRequests) ?? uploadReceipt
    }

    private var uploadReceipt: [String] {
        var lines = ["", "━━━ 견적요청 - 명세표 업로드 ━━━"]
        lines += parent.attachedImages.enumerated().map { index, image in "  \(index + 1). \(Self.describe(image))" }
        if parent.attachedImages.isEmpty { lines.append("  (no images)") }
        lines.append("  [사진 첨부] attach   [다음] next")
        return lines + modal
    }

    private static func describe(_ image: Thumbnail) -> String {
        let size = grouped(image.byteCount)
        let name = Printable.line(image.fileName)
        return "\(name)  \(size) bytes  \(image.pixelWidth)×\(image.pixelHeight) \(image.format.rawValue)"
    }

    /// With commas, whatever the locale: `9,039`.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
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
        let text = state.requestsText.isEmpty ? "(요청 사항 입력)" : Printable.line(state.requestsText)
        var lines = ["", "━━━ 견적 요청 - 요청 사항 ━━━", "  │ \(text)", "  [견적 요청] request   [뒤로] back   text WORDS"]
        if !state.message.isEmpty { lines.append("  \(Printable.text(state.message))") }
        return lines
    }
}
