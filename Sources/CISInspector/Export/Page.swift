import CTexts

extension Recording {
    /// The page that shows a recording in a browser: one file, without a network.
    ///
    /// - Parameters:
    ///   - recording: The bytes of the recording.
    ///   - other: The bytes of a recording to compare it with.
    public static func page(showing recording: [UInt8], comparedWith other: [UInt8]? = nil) -> String {
        let template = String(cString: ctexts_inspector())
        var elements = script("recording", recording)
        if let other {
            elements += "\n" + script("other", other)
            let both = [recording, other].compactMap { try? Recording(reading: $0) }
            let grade = both.count == 2 ? both[0].compatibility(with: both[1]) : .fine
            if grade != .fine { elements += "\n" + script("grade", RecordedValue.text("\(grade)").bytes) }
        }
        return template.replacing("<!--recording-->", with: elements, maxReplacements: 1)
    }

    /// In JSON a `<` only stands in texts, so it can be escaped there. Without it, no text can end the element.
    private static func script(_ id: String, _ recording: [UInt8]) -> String {
        // Bytes, because a character may be a `<` with marks around it.
        let data = recording.replacing("<".utf8, with: "\\u003c".utf8)
        let text = String(decoding: data, as: UTF8.self)
        return "<script type=\"application/x-cisrec\" id=\"\(id)\">\n\(text)</script>"
    }
}
