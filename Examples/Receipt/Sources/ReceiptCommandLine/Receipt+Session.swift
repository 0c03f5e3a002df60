import CIS
import ReceiptServices

extension Receipt {
    /// Reads commands, one per line, from a person or from a script, and carries them out.
    ///
    /// After an error a person can continue. A script ends, because its next commands were written for a state that was not
    /// reached. A toast is not an error.
    func runSession() async throws {
        let isScript = !terminal.isInteractive
        if !isScript { terminal.write("Type “help” for the commands, “quit” to end.") }
        terminal.write(screen.text)
        for number in 1... {
            if !isScript { terminal.write("> ", end: "") }
            let line = terminal.input()
            if !isScript, line == nil { terminal.write("") }  // the end of input does not end the line
            do {
                guard let line = try line?.checked(), try await follow(line) != .quit else { break }
            } catch let error where !isScript {
                terminal.writeError("error: \(error)")
            } catch let error as UsageError {
                throw UsageError("line \(number): \(error)")
            } catch {
                throw ReceiptError("line \(number): \(error)")
            }
        }
        guard !isScript || !worker.quotations.isEmpty else {
            throw ReceiptError("Not sent. The script ended first; to send, it needs “next” and then “request”.")
        }
    }

    private func follow(_ line: String) async throws -> Verb? {
        let command = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }  // a script may begin with a byte order mark
        guard !command.isEmpty, !command.hasPrefix("#") else { return nil }
        if !terminal.isInteractive { terminal.write("> \(line)") }
        let (verb, argument) = try Verb.read(String(command))
        let (before, verbs) = screen
        guard verbs.contains(verb) else {
            let choices = verbs.map(\.rawValue).joined(separator: ", ")
            throw UsageError("“\(verb)” is not on the screen now. There are: \(choices).")
        }
        if verb == .help { terminal.write(Verb.helpText) }
        let sent = worker.quotations.count
        defer {
            if verb == .show || screen.text != before { terminal.write(screen.text) }
            for place in worker.quotations.dropFirst(sent) { terminal.write("[sent] \(place)") }
        }
        try await press(verb, argument)
        return verb
    }
}
