package import CIS
import Foundation
package import TerminalKit
package import TouristSpotsScenes

/// Shows the scene on a terminal, and turns keys into actions.
@MainActor package final class Terminal {
    private enum Event: Sendable { case key(Key), resized, end }

    private let scene: SceneRuntime<TouristSpots>
    private var page: SceneRuntime<EmptyPage>? { scene.child(of: \.emptyPage, as: EmptyPage.self) }
    private let plain = "\u{1B}[0m"
    private let hasColours = ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    private let note: String
    private var firstLine = 0
    private let (events, event) = AsyncStream.makeStream(of: Event.self)

    /// - Parameter note: A text beside the title.
    package init(_ scene: SceneRuntime<TouristSpots>, note: String = Wording.keys) {
        self.scene = scene
        self.note = note
        scene.outputs?.connect(to: self) { terminal, _ in terminal.close() }  // TS-07
        scene.execute(.appeared)
    }

    /// Makes `run()` return.
    package func close() { event.yield(.end) }

    /// Returns when the user has closed the screen. The result is the exit code: 130 after control-C, as in a shell.
    package func run() async -> Int32 {
        let mode = TerminalMode()
        mode.enter()
        defer { mode.leave() }
        let signals = [SIGWINCH, SIGTERM, SIGHUP].map(watch)
        defer { for signal in signals { signal.cancel() } }
        Thread.detachNewThread { [event] in
            var decoder = KeyDecoder()
            var bytes = [UInt8](repeating: 0, count: 64)
            // The thread ends with the input, or with the first key after the end of this object.
            while case let count = read(STDIN_FILENO, &bytes, bytes.count), count > 0 {
                for key in decoder.keys(in: bytes.prefix(count)) {
                    guard case .enqueued = event.yield(.key(key)) else { return }
                }
            }
            event.yield(.end)
        }
        scene.observe(\.self, on: self, delivery: .oncePerTurn) { terminal, _ in terminal.draw() }
        for await event in events {
            switch event {
            case .key(.control("c")): return 130
            case .key(.character("q")), .end: return 0
            case .key(let key): press(key)
            case .resized: break
            }
            draw()
        }
        return 0
    }

    private func watch(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { [event] in event.yield(number == SIGWINCH ? .resized : .end) }
        source.resume()
        return source
    }

    /// Presses the button that is drawn with this key.
    package func press(_ key: Key) {
        switch (key, page) {
        case (.character("c"), let page?): page.execute(.closeTapped)
        case (.character("c"), nil): scene.execute(.closeTapped)
        case (.character("o"), nil): scene.execute(.emptyPageTapped)
        case (.character("r"), nil): scene.execute(scene.state.failure == nil ? .refreshPulled : .retryTapped)
        case (.character("j"), nil), (.down, nil): firstLine += 1
        case (.character("k"), nil), (.up, nil): firstLine -= 1
        case (.pageDown, nil), (.pageUp, nil): firstLine += TerminalMode.size.rows / 2 * (key == .pageDown ? 1 : -1)
        default: break
        }
    }

    // MARK: Drawing

    private func draw() {
        let size = TerminalMode.size
        let lines = page == nil ? list(height: size.rows) : ["  " + button("c", Wording.close, grey)]
        let text = TerminalMode.drawing(lines.map { $0.clipped(to: size.columns) }, rows: size.rows)
        try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\u{1B}[0m".utf8))
    }

    /// TS-01: from top to bottom, the buttons, the list with the control that refreshes it, and the indicator in the centre.
    package func list(height: Int) -> [String] {
        let state = scene.state
        let rows = state.rows.map(text)
        let all = rows.joined()
        // At least the last row is visible, also when the list has become shorter.
        firstLine = max(0, min(firstLine, all.count - (rows.last?.count ?? 0)))
        let (refresh, colour) = state.failure == nil ? (Wording.refresh, "") : (Wording.retry, red)
        let pulled = state.progress == .pulled ? "  ↻ \(Wording.progress)" : ""
        let top = [
            "\(bold)\(Wording.title)\(plain)  \(note)", button("c", Wording.close, grey),
            button("o", Wording.emptyPage, orange), button("r", refresh, colour) + pulled,
        ]
        let failure = state.failure.map { [red + $0.plain] } ?? []
        var lines = (top + failure + [""]).flatMap(wrapped) + all.dropFirst(firstLine)
        if state.progress == .centred {
            let middle = max(lines.count > height ? height / 2 : lines.count, height / 2)
            while lines.count <= middle { lines.append("") }
            let indent = String(repeating: " ", count: max(0, TerminalMode.size.columns / 2 - 8))
            lines[middle] = "\(plain)\(indent)◌ \(Wording.progress)"
        }
        return lines
    }

    /// TS-06: a row as four texts and an empty line.
    private func text(_ row: TouristSpots.Row) -> [String] {
        let spot = "\(bold)\(row.spot.plain)\(plain)  \(row.sky)"
        return [blue + row.course.plain, spot, row.details.plain, row.forecast.plain, ""].flatMap(wrapped)
    }

    /// A text as lines that fit. Its colours go on in each of them.
    private func wrapped(_ text: String) -> [String] {
        "\(plain)\(text)".wrapped(to: TerminalMode.size.columns - 2).map { "  \($0)" }
    }

    private func button(_ key: String, _ label: String, _ colour: String) -> String {
        "\(colour)[\(key)] \(label)\(plain)"
    }

    private var bold: String { hasColours ? "\u{1B}[1m" : "" }
    private var grey: String { hasColours ? "\u{1B}[2m" : "" }
    private var orange: String { hasColours ? "\u{1B}[38;5;208m" : "" }
    private var red: String { hasColours ? "\u{1B}[31m" : "" }
    private var blue: String { hasColours ? "\u{1B}[36m" : "" }
}
