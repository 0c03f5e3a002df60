import GatherScenes
import TerminalKit

extension Renderer {
    /// Lines, and for each control the lines that belong to it.
    struct Body {
        var lines: [String] = []
        var places: [String: Range<Int>] = [:]
        var cursor: (line: Int, column: Int)?
    }

    /// FG-UI-01: the text while the screen waits for a request.
    static var loading: String { Wording.loading }

    /// The elements of a page.
    func body(of page: Page) -> Body {
        var body = Body()
        let columns = page.columns
        for element in page.elements {
            switch element {
            case .control(let control): add(control, to: &body, columns: columns)
            case .line(let controls):
                let first = body.lines.count
                body.lines += barLines(controls)
                for control in controls { body.places[control.id] = first..<body.lines.count }
            case .heading(let text): body.lines.append(style.bold(text.plain))
            case .text(let text): body.lines += text.plain.wrapped(to: width - 2).map { style.dim("  \($0)") }
            case .clock(let text): body.lines += LargeDigits.lines(text).map { "  " + style.accent($0) }
            case .gap: body.lines.append("")
            }
        }
        return body
    }

    /// - Parameter columns: The widths of the columns of a row. The column of the captions comes first.
    func add(_ control: Control, to body: inout Body, columns: [Int] = []) {
        let first = body.lines.count
        switch control.kind {
        case .button: body.lines += barLines([control])
        case .toggle(let isOn): body.lines.append(focused(control, "[\(isOn ? "x" : " ")] \(control.caption.plain)"))
        case .field(let text, let isSecret): addField(control, text, isSecret: isSecret, to: &body)
        case .row(let texts, let isMarked): body.lines += row(control, texts, isMarked: isMarked, columns: columns)
        case .stepper(let value): body.lines.append(focused(control, stepper(control, value)))
        }
        body.places[control.id] = first..<body.lines.count
    }

    private func isFocused(_ control: Control) -> Bool { control.id == focus }

    /// A line with the mark of the focus, which can be seen without colours.
    private func focused(_ control: Control, _ text: String) -> String {
        isFocused(control) ? style.accent("▸ ") + style.inverse(text) : "  " + text
    }

    // MARK: Fields

    private func addField(_ control: Control, _ text: String, isSecret: Bool, to body: inout Body) {
        let inner = max(1, min(width - 6, 44))
        let edge = { (text: String) in isFocused(control) ? style.accent(text) : style.dim(text) }
        let caption = control.caption.plain.clipped(to: max(0, inner - 2))
        let line = String(repeating: "─", count: max(0, inner - caption.columns))
        body.lines.append("  " + edge("┌") + (caption.isEmpty ? edge("──") : " \(caption) ") + edge(line + "┐"))
        let shown = isSecret ? String(repeating: "•", count: text.count) : text.plain
        let place = window(shown, cursor: isFocused(control) ? cursor ?? shown.count : 0, width: inner)
        let mark = isFocused(control) ? style.accent("▸ ") : "  "
        if isFocused(control) { body.cursor = (body.lines.count, 4 + place.column) }
        body.lines.append(mark + edge("│") + " " + place.text.fitted(to: inner) + " " + edge("│"))
        body.lines.append("  " + edge("└" + String(repeating: "─", count: inner + 2) + "┘"))
    }

    /// The part of a text around the cursor.
    private func window(_ text: String, cursor: Int, width: Int) -> (text: String, column: Int) {
        let before = String(text.prefix(cursor))
        guard before.columns >= width || text.columns > width else { return (text, before.columns) }
        // The end of the text before the cursor, with some room for the text after it.
        var room = width - 1
        let ending = before.reversed().prefix { character in
            room -= String(character).columns
            return room >= 0
        }
        let head = String(ending.reversed())
        let tail = String(text.dropFirst(cursor)).clipped(to: max(0, width - head.columns))
        return (head + tail, head.columns)
    }

    // MARK: Rows

    /// A row in one line, or in several lines if the details do not fit into one.
    private func row(_ control: Control, _ texts: [String], isMarked: Bool?, columns: [Int]) -> [String] {
        let mark = isMarked.map { $0 ? "[x] " : "[ ] " } ?? ""
        let caption = mark + control.caption.plain
        let details = columns.dropFirst()
        let room = width - 2 - details.reduce(0) { $0 + $1 + 2 }
        if room >= min(24, width - 14) {
            let texts = zip(texts, details).map { text, width in "  " + text.plain.fitted(to: width) }.joined()
            let name = caption.fitted(to: min(room, max(20, mark.count + (columns.first ?? 0))))
            if isFocused(control) { return [focused(control, name + texts)] }
            return ["  " + (control.isEnabled ? name : style.dim(name)) + style.dim(texts)]
        }
        let rest = texts.map(\.plain).filter { !$0.isEmpty }.joined(separator: "   ").wrapped(to: width - 6)
        return [focused(control, caption.fitted(to: width - 2))] + rest.map { style.dim("      \($0)") }
    }

    /// The caption, and a number between two arrows.
    private func stepper(_ control: Control, _ value: String) -> String {
        let caption = control.caption.isEmpty ? "" : control.caption.plain.fitted(to: 12)
        let missing = max(0, 6 - value.columns)
        return "\(caption)◂ \(String(repeating: " ", count: missing))\(value) ▸"
    }

    // MARK: Buttons

    /// Buttons side by side, in as many lines as they need.
    func barLines(_ controls: [Control], width limit: Int? = nil) -> [String] {
        var lines: [String] = []
        for control in controls {
            let text = button(control)
            if let last = lines.last, last.columns + text.columns + 2 <= limit ?? width {
                lines[lines.count - 1] = last + "  " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }

    private func button(_ control: Control) -> String {
        let caption = "[ \(control.caption.plain) ]"
        guard control.isEnabled else { return "  " + style.dim("( \(control.caption.plain) )") }
        return focused(control, caption) + (control.key.map { style.dim(" \($0)") } ?? "")
    }
}

extension Style {
    /// Ends all colours, so that the text after it has none.
    var end: String { hasColours ? "\u{1B}[0m" : "" }
}

extension Page {
    /// The widths of the columns of the rows: first the captions, then the details.
    fileprivate var columns: [Int] {
        var widths: [Int] = []
        for case .control(let control) in elements {
            guard case .row(let details, _) = control.kind else { continue }
            for (index, text) in ([control.caption] + details).enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], text.plain.columns)
            }
        }
        return widths
    }
}
