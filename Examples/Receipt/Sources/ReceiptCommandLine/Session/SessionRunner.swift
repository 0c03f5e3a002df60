import CIS
import ReceiptScenes
import ReceiptServices

/// Follows commands, one a line, from a person or from a script.
///
/// The difference: an error is shown to a person, who goes on, while a script ends there, because what follows was written
/// for a state that was not reached. Toasts are no errors; the app shows them and goes on, and so does the script.
@MainActor struct SessionRunner {
    let app: ReceiptApp
    let console: any Console
    let home: String?

    func run() async -> ExitCode {
        if console.isTerminal { console.write("Type “help” for the commands, “quit” to end.") }
        show()
        var number = 0
        while true {
            number += 1
            do {
                guard let line = try await nextLine().map({ Self.cleaned($0, isFirst: number == 1) }) else { break }
                guard !line.allSatisfy(\.isWhitespace), line.first(where: { !$0.isWhitespace }) != "#" else { continue }
                if !console.isTerminal { console.write("> \(Printable.line(line))") }
                if try await follow(line) == .end { break }
            } catch {
                let place = console.isTerminal ? "" : "line \(number): "
                console.writeError("error: \(place)\(Printable.text("\(error)"))")
                if !console.isTerminal { return error is UsageError ? .usage : .failure }
            }
        }
        return result()
    }

    private func nextLine() async throws(UsageError) -> String? {
        if console.isTerminal { console.prompt("> ") }
        let line = try await console.readLine()
        if line == nil, console.isTerminal { console.write("") }  // the end of input does not end the line
        return line
    }

    /// Scripts may come with a byte order mark or with the line ends of another system.
    private static func cleaned(_ line: String, isFirst: Bool) -> String {
        var scalars = line.unicodeScalars[...]
        if isFirst, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        if scalars.last == "\r" { scalars.removeLast() }
        return String(scalars)
    }

    private enum Step { case goOn, end }

    private func follow(_ line: String) async throws -> Step {
        let command = try SessionCommand(parsing: line, home: home)
        let before = ScreenSnapshot(app.scene)
        guard before.verbs.contains(command.verb) else {
            let choices = before.verbs.map(\.rawValue).joined(separator: ", ")
            throw UsageError("“\(command.verb.rawValue)” is not on the screen now. There are: \(choices).")
        }
        switch command.verb {
        case .quit: return .end
        case .help: console.write(SessionHelp.text)
        case .show: show()
        default:
            let written = app.quotations.count
            defer {
                if ScreenSnapshot(app.scene) != before { show() }
                for path in app.quotations.dropFirst(written) { console.write("[sent] \(path)") }
            }
            try await press(command)
        }
        return .goOn
    }

    /// Sends the actions that the button stands for.
    private func press(_ command: SessionCommand) async throws {
        let parent = app.scene
        switch command.verb {
        case .attach: await parent.execute(.attachTapped).value  // UR-01
        case .camera:
            if !app.isShown(.camera) { await parent.execute(.cameraChosen).value }  // UR-02
            if app.isShown(.camera), !command.argument.isEmpty { try await app.shoot(command.argument) }
        case .gallery:
            if !app.isShown(.gallery) { await parent.execute(.galleryChosen).value }  // UR-03
            if app.isShown(.gallery), !command.argument.isEmpty { try await app.pick(command.argument) }
        case .shoot: try await app.shoot(command.argument)  // UR-05
        case .pick: try await app.pick(command.argument)  // UR-07
        case .cancel: await parent.execute(cancellation).value
        case .next: await parent.execute(.nextTapped).value  // UR-08
        case .text: await app.run(.textChanged(command.argument))  // AR-01
        case .request: await app.run(.requestTapped)  // AR-02
        case .back: await parent.execute(.addRequestsActiveChanged(false)).value  // UR-09, AR-06
        case .show, .help, .quit: break
        }
    }

    private var cancellation: UploadReceipt.Action {
        if app.isShown(.camera) { return .cameraCancelled }  // UR-04
        return app.isShown(.gallery) ? .pickerCancelled : .sheetCancelled  // UR-06, UR-11 as decided in D1
    }

    private func show() {
        for line in ScreenSnapshot(app.scene).lines { console.write(line) }
    }

    private func result() -> ExitCode {
        if console.isTerminal || !app.quotations.isEmpty { return .success }
        console.writeError("error: Not sent. The script ended first; to send, it needs “next” and then “request”.")
        return .failure
    }
}
