package import CIS
import Foundation
package import GatherScenes
import TerminalKit

/// The app on the whole screen of a terminal, by keys.
@MainActor package final class FullScreen {
    private enum Event: Sendable {
        case bytes([UInt8])
        case resized, continued, end
    }

    private let flow: SceneRuntime<GatherFlow>
    private let input: Int32
    private let output: Int32
    private let style: Style
    private let mode: TerminalMode
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    private var decoder = KeyDecoder()
    private let onChange: () -> Void
    private lazy var presenter = Presenter(flow) { [weak self] in
        self?.draw()
        self?.onChange()
    }

    /// The focus of each screen that was shown, so that it is where it was when a screen is shown again.
    private var focuses: [SceneIdentity: Focus] = [:]
    /// The focus of the dialog with this title and message.
    private var dialogFocus: (dialog: String, focus: Focus)?
    private var firstLines: [SceneIdentity: Int] = [:]
    /// What was drawn last, so that nothing is drawn twice.
    private var drawn: String?
    /// The screen that was drawn last, if its time was not up.
    private var inTime: SceneIdentity?

    /// - Parameters:
    ///   - flow: The app.
    ///   - input: The descriptor of the terminal that delivers the keys.
    ///   - output: The descriptor that the screen is written to.
    ///   - hasColours: Whether the terminal wants colours.
    ///   - onChange: Called once for several changes that follow each other immediately.
    package init(
        _ flow: SceneRuntime<GatherFlow>, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, hasColours: Bool,
        onChange: @escaping () -> Void = {}
    ) {
        self.flow = flow
        self.input = input
        self.output = output
        self.onChange = onChange
        style = Style(hasColours: hasColours)
        mode = TerminalMode(input: input, output: output)
        (events, event) = AsyncStream.makeStream()
    }

    /// Shows the app until the user ends it. The terminal is then as it was before.
    ///
    /// - Parameter signals: Ends it, too. A test has none.
    /// - Returns: The status of the program.
    package func run(until signals: EndSignals? = nil) async -> Int32 {
        mode.enter()
        defer { mode.leave() }
        signals?.onEnd = { [event] in event.yield(.end) }
        signals?.onResize = { [event] in event.yield(.resized) }
        signals?.onContinue = { [event] in event.yield(.continued) }
        // A signal may have come before this.
        if signals?.number != nil { event.yield(.end) }
        read()
        draw()
        for await event in events {
            switch event {
            case .bytes(let bytes):
                for key in decoder.keys(in: bytes) {
                    if key == .control("c") { return 0 }
                    await press(key)
                }
                draw()
            case .resized: redraw()
            case .continued:
                // Meanwhile a shell has used the terminal in a mode of its own.
                mode.leave()
                mode.enter()
                redraw()
            case .end: return signals?.status ?? 0
            }
        }
        return 0
    }

    /// Reads on a thread of its own. All bytes of a key come together; see ``KeyDecoder``.
    private func read() {
        Thread.detachNewThread { [event, input] in
            var buffer = [UInt8](repeating: 0, count: 4 << 10)
            while true {
                let count = Foundation.read(input, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                event.yield(.bytes(Array(buffer[..<count])))
            }
            event.yield(.end)
        }
    }

    // MARK: Keys

    private func press(_ key: Key) async {
        let page = presenter.page
        let controls = page.usableControls
        let index = focus(on: page).index(in: controls, preferred: page.preferred)
        if let index, await use(controls[index], at: index, key, on: page) { return }
        switch key {
        case .up, .backTab, .left: go(-1, from: index, in: controls, on: page)
        case .down, .tab, .right: go(1, from: index, in: controls, on: page)
        case .pageUp: go(-10, from: index, in: controls, on: page)
        case .pageDown: go(10, from: index, in: controls, on: page)
        case .home: go(-controls.count, from: index, in: controls, on: page)
        case .end: go(controls.count, from: index, in: controls, on: page)
        case .enter:
            guard let index else { return }
            // A field without an action of its own is left for the next control.
            if let press = controls[index].press { _ = press() } else { go(1, from: index, in: controls, on: page) }
        case .escape: if let cancel = page.dialog?.cancel ?? page.back { _ = cancel() }
        case .control("l"): redraw()
        case .control("z"): suspend()
        case .character(let character):
            guard let number = controls.firstIndex(where: { $0.key == character }) else { return }
            _ = controls[number].press?()
        default: break
        }
    }

    /// Gives the key to the focused control.
    ///
    /// - Returns: Whether the control has taken it.
    private func use(_ control: Control, at index: Int, _ key: Key, on page: Page) async -> Bool {
        if case .field(let text, _) = control.kind, let enter = control.enter {
            var edit = TextEdit(text, cursor: focus(on: page).cursor)
            guard edit.press(key) else { return false }
            // The next key finds the text with this one.
            if edit.text != text { await enter(edit.text)?().value }
            change(on: page) { focus in
                focus.move(to: control, at: index)
                focus.cursor = edit.cursor
            }
            return true
        }
        if let extra = control.extras.first(where: { $0.keys.contains(key) }) {
            // The control may be at another place afterwards.
            change(on: page) { $0.move(to: control, at: index) }
            _ = extra.press()
            return true
        }
        guard key == .character(" "), let press = control.press else { return false }
        _ = press()
        return true
    }

    private func go(_ steps: Int, from index: Int?, in controls: [Control], on page: Page) {
        guard let index else { return }
        let last = controls.count - 1
        // One step leads round, many end at the first or the last.
        let next =
            abs(steps) == 1 ? (index + steps + controls.count) % controls.count : min(max(index + steps, 0), last)
        change(on: page) { $0.move(to: controls[next], at: next) }
    }

    /// Gives the terminal back to the shell until it continues the program.
    private func suspend() {
        mode.leave()
        // The threads of queues block this signal. The system ignores it if no shell could continue the program.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        mode.enter()
        redraw()
    }

    // MARK: Focus

    private func focus(on page: Page) -> Focus {
        if let dialog = page.dialog {
            return dialogFocus.flatMap { $0.dialog == dialog.name ? $0.focus : nil } ?? Focus()
        }
        return presenter.place.flatMap { focuses[$0] } ?? Focus()
    }

    /// Changes the focus of what is shown.
    private func change(on page: Page, _ body: (inout Focus) -> Void) {
        var focus = focus(on: page)
        body(&focus)
        if let dialog = page.dialog {
            dialogFocus = (dialog.name, focus)
        } else if let place = presenter.place {
            focuses[place] = focus
        }
    }

    // MARK: Drawing

    /// Draws also what was drawn before, because it may not be on the screen any more.
    private func redraw() {
        drawn = nil
        draw()
    }

    private func draw() {
        let page = presenter.page
        if page.dialog == nil { dialogFocus = nil }
        let focus = focus(on: page)
        let controls = page.usableControls
        let size = TerminalMode.size(of: output)
        let index = focus.index(in: controls, preferred: page.preferred)
        let renderer = Renderer(
            style: style, rows: size.rows, columns: size.columns, focus: index.map { controls[$0].id },
            cursor: focus.cursor)
        var firstLine = presenter.place.flatMap { firstLines[$0] } ?? 0
        let frame = renderer.frame(of: page, firstLine: &firstLine)
        if let place = presenter.place { firstLines[place] = firstLine }
        let lines = TerminalMode.drawing(frame.lines.map { $0 + style.end }, rows: size.rows)
        let cursor = frame.cursor.map { "\u{1B}[\($0.line + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
        let text = "\u{1B}[?25l\(lines)\(cursor)"
        // D21: not when the screen is shown for the first time.
        let bell = page.isTimeUp && inTime == presenter.place ? "\u{7}" : ""
        inTime = page.isTimeUp ? nil : presenter.place
        guard text != drawn else { return }
        drawn = text
        // The terminal may be gone; then the input ends, too.
        try? FileHandle(fileDescriptor: output).write(contentsOf: Data((bell + text).utf8))
    }
}

extension Dialog {
    fileprivate var name: String { "\(title)\n\(message)" }
}
