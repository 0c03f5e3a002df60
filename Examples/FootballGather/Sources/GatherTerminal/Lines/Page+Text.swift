import TerminalKit

extension Page {
    /// The page as lines of plain text. Each control begins with its command, in parentheses if the control cannot be used now.
    var text: String {
        var lines = ["━━━ \(title.plain) ━━━"]
        if let dialog { return (lines + dialog.text).joined(separator: "\n") }
        for element in elements + bar.map(Element.control) {
            switch element {
            case .control(let control): lines.append(control.text)
            case .line(let controls): lines += controls.map(\.text)
            case .heading(let text): lines.append("  " + text.plain)
            case .text(let text): lines.append("    " + text.plain)
            case .clock(let text): lines.append("    " + text)
            case .gap: break
            }
        }
        if back != nil { lines.append("    back") }
        return lines.joined(separator: "\n")
    }
}

extension Dialog {
    fileprivate var text: [String] {
        var lines = ["  ┌ \(title.plain)"]
        lines += self.lines.map { "  │ \($0)" }
        return lines + controls.map { "  │" + $0.text.dropFirst(3) } + ["  └"]
    }
}

extension Control {
    fileprivate var text: String {
        let command = isEnabled ? word : "(\(word))"
        return "    " + (command.isEmpty ? "" : command.fitted(to: max(10, command.columns))) + "  " + shown
    }

    private var shown: String {
        let caption = caption.plain
        switch kind {
        case .button: return caption
        case .toggle(let isOn): return "[\(isOn ? "x" : " ")] \(caption)"
        case .field(let text, let isSecret):
            let text = isSecret ? String(repeating: "•", count: text.count) : text.plain
            return text.isEmpty ? "(\(caption))" : text
        case .row(let details, let isMarked):
            let mark = isMarked.map { $0 ? "[x] " : "[ ] " } ?? ""
            return mark + ([caption] + details.map(\.plain)).filter { !$0.isEmpty }.joined(separator: "   ")
        case .stepper(let value): return caption.isEmpty ? value : "\(caption)  \(value)"
        }
    }
}
