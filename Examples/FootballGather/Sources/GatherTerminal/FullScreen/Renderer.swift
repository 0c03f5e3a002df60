import GatherScenes
import TerminalKit

/// Turns a page into the lines of a full screen. It draws inside a column that stays readable on a wide terminal.
struct Renderer {
    /// The lines, and the place of the cursor.
    struct Frame {
        var lines: [String]
        var cursor: (line: Int, column: Int)?
    }

    let style: Style
    let rows: Int
    let columns: Int
    /// The id of the focused control.
    let focus: String?
    /// The place of the cursor in the text of the focused field.
    let cursor: Int?

    /// The width of the drawn column.
    var width: Int { min(columns, 96) }
    private var margin: Int { (columns - width) / 2 }
    private var rule: String { style.dim(String(repeating: "─", count: width)) }

    /// - Parameter firstLine: The first visible line of the elements. It is changed so that the focused control is visible.
    func frame(of page: Page, firstLine: inout Int) -> Frame {
        let isCovered = page.dialog != nil || page.isBusy
        let header = [title(of: page), rule]
        let bar = page.bar.isEmpty ? [] : [rule] + barLines(page.bar)
        let hints = hintLines(of: page)
        let height = max(1, rows - header.count - bar.count - hints.count)
        let body = self.body(of: page)
        if !isCovered { firstLine = scrolled(body, from: firstLine, height: height) }
        firstLine = max(0, min(firstLine, body.lines.count - height))

        var lines = header + visible(body.lines, from: firstLine, height: height) + bar
        var cursor = body.cursor.map { (line: $0.line - firstLine + header.count, column: $0.column) }
        if isCovered {
            lines = Array(lines.prefix(rows))
            lines = covered(lines, by: box(of: page, height: lines.count))
            cursor = nil
        }
        lines = Array((lines + hints).prefix(rows))
        if let place = cursor, place.line >= lines.count || place.column >= width { cursor = nil }
        return Frame(
            lines: lines.map { String(repeating: " ", count: margin) + $0.clipped(to: width) },
            cursor: cursor.map { ($0.line, $0.column + margin) })
    }

    private func title(of page: Page) -> String {
        let back = page.back == nil ? "  " : "‹ "
        return style.accent(back) + style.bold(page.title.plain.fitted(to: max(0, width - 2)))
    }

    /// The first line to show, so that the focused control is visible. If it is the first control, the lines above it are
    /// visible, too.
    private func scrolled(_ body: Body, from first: Int, height: Int) -> Int {
        guard let focus, let place = body.places[focus] else { return first }
        if place.lowerBound == body.places.values.map(\.lowerBound).min() { return 0 }
        if place.lowerBound < first { return place.lowerBound }
        return max(first, place.upperBound - height)
    }

    /// A part of the lines. Arrows show that there are more.
    private func visible(_ lines: [String], from first: Int, height: Int) -> [String] {
        var part = Array(lines.dropFirst(first).prefix(height))
        if first > 0, !part.isEmpty { part[0] = marked(part[0], "▲") }
        if lines.count > first + height, part.count > 1 { part[part.count - 1] = marked(part[part.count - 1], "▼") }
        return part + Array(repeating: "", count: height - part.count)
    }

    private func marked(_ line: String, _ mark: String) -> String {
        line.fitted(to: max(0, width - 2)) + (style.hasColours ? "\u{1B}[0m" : "") + " " + style.dim(mark)
    }

    // MARK: What the keys do

    private func hintLines(of page: Page) -> [String] {
        var lines: [String] = []
        for hint in hints(of: page) {
            if let last = lines.last, last.columns + hint.columns + 3 <= width {
                lines[lines.count - 1] = "\(last)   \(hint)"
            } else {
                lines.append("  \(hint)")
            }
        }
        return lines.prefix(2).map(style.dim)
    }

    private func hints(of page: Page) -> [String] {
        let controls = page.usableControls
        let focused = controls.first { $0.id == focus }
        var hints: [String] = []
        if controls.count > 1 { hints.append(Wording.Keys.go) }
        if let focused {
            let enter = enterHint(focused)
            if let enter, controls.count > 1 || focused.press != nil { hints.append(enter) }
            hints += focused.hints
        }
        if page.dialog != nil {
            hints.append(Wording.Keys.cancel)
        } else if page.back != nil {
            hints.append(Wording.Keys.back)
        }
        return hints + [Wording.Keys.quit]
    }

    private func enterHint(_ control: Control) -> String? {
        switch control.kind {
        case .button: Wording.Keys.press(control.caption)
        case .toggle: Wording.Keys.change
        case .field: control.press == nil ? Wording.Keys.next : Wording.Keys.done
        case .row: control.press == nil ? nil : Wording.Keys.choose
        case .stepper: nil
        }
    }

    // MARK: What is above the page

    /// FG-UI-01, FG-UI-02: the box above the page. Of a text that is too high, the controls below it leave the beginning.
    private func box(of page: Page, height: Int) -> [String] {
        var text = [Renderer.loading]
        var controls = Body()
        if let dialog = page.dialog {
            let inner = max(1, min(width - 6, 50))
            let title = dialog.title.plain.wrapped(to: inner)
            text = title.map { dialog.isAlert ? style.alarm($0) : style.bold($0) }
            text += dialog.lines.flatMap { $0.wrapped(to: inner) } + [""]
            for stepper in dialog.controls where !stepper.isButton { add(stepper, to: &controls) }
            controls.lines += barLines(dialog.controls.filter(\.isButton), width: inner)
        }
        let room = height - 2 - controls.lines.count
        if text.count > room { text = Array(text.prefix(max(0, room - 1))) + ["…"] }
        let lines = text + controls.lines
        let box = max(1, lines.map(\.columns).max() ?? 1)
        let edge = String(repeating: "─", count: box + 2)
        let inside = lines.map {
            "│ \($0)\(style.end)\(String(repeating: " ", count: max(0, box - $0.columns))) │"
        }
        return ["┌\(edge)┐"] + inside + ["└\(edge)┘"]
    }

    /// Lines with a box in their middle. The text around the box is dimmed.
    private func covered(_ lines: [String], by box: [String]) -> [String] {
        let boxWidth = box.first?.columns ?? 0
        let left = max(0, (width - boxWidth) / 2)
        let top = max(0, (lines.count - box.count) / 2)
        return lines.enumerated().map { index, line in
            let text = line.uncoloured
            guard index >= top, index < top + box.count else { return style.dim(text) }
            let tail = text.dropping(columns: left + boxWidth)
            return style.dim(text.clipped(to: left).fitted(to: left)) + box[index - top] + style.dim(tail)
        }
    }
}
