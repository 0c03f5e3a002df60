/// Follows commands, one a line, from a person or from a script.
///
/// The difference: an error is shown to a person, who goes on, while a script ends there, because what follows was written
/// for a state that was not reached. Toasts are no errors; the app shows them and goes on, and so does the script.
@MainActor struct SessionRunner {
    let app: ReceiptApp
    let console: any Console
    /// What `~/` stands for in a path.
    let home: String?

    func run() async -> ExitCode {
        if console.isTerminal { console.write("Type “help” for the commands, “quit” to end.") }
        show()
        var number = 0
        while true {
            number += 1
            do {
                guard let line = try await nextLine(isFirst: number == 1) else { break }
                let command = line.drop(while: \.isWhitespace)
                guard !command.isEmpty, command.first != "#" else { continue }
                if !console.isTerminal { console.write("> \(line.printable())") }
                if try await follow(command) == .quit { break }
            } catch {
                let place = console.isTerminal ? "" : "line \(number): "
                console.writeError("error: \(place)\("\(error)".printable(isLine: false))")
                if !console.isTerminal { return error is UsageError ? .usage : .failure }
            }
        }
        if console.isTerminal || !app.quotations.isEmpty { return .success }
        console.writeError("error: Not sent. The script ended first; to send, it needs “next” and then “request”.")
        return .failure
    }

    /// Scripts may come with a byte order mark or with the line ends of another system.
    private func nextLine(isFirst: Bool) async throws(UsageError) -> String? {
        if console.isTerminal { console.prompt("> ") }
        guard var scalars = try await console.readLine()?.unicodeScalars else {
            if console.isTerminal { console.write("") }  // the end of input does not end the line
            return nil
        }
        if isFirst, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        if scalars.last == "\r" { scalars.removeLast() }
        return String(scalars)
    }

    private func follow(_ line: Substring) async throws -> Verb {
        let (verb, argument) = try Verb.reading(line, home: home)
        let before = Screen(app.scene)
        guard before.verbs.contains(verb) else {
            let choices = before.verbs.map(\.rawValue).joined(separator: ", ")
            throw UsageError("“\(verb.rawValue)” is not on the screen now. There are: \(choices).")
        }
        if verb == .help { console.write(Verb.helpText) }
        let sent = app.quotations.count
        defer {
            if verb == .show || Screen(app.scene) != before { show() }
            for path in app.quotations.dropFirst(sent) { console.write("[sent] \(path)") }
        }
        try await app.press(verb, argument)
        return verb
    }

    private func show() {
        for line in Screen(app.scene).lines { console.write(line) }
    }
}
