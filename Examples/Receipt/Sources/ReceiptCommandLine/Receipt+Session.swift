import CIS
import ReceiptServices

extension Receipt {
    /// Reads commands, one per line, from a person or from a script, and carries them out.
    ///
    /// After an error a person can continue. A script ends, because its next commands were written for a state that was not
    /// reached. A toast is not an error.
    func runSession() async throws {
        if terminal.isInteractive { terminal.write("Type “help” for the commands, “quit” to end.") }
        terminal.write(screen.text)
        var number = 0
        while let line = terminal.readLine() {
            number += 1
            do {
                if try await follow(line.checked()) == .quit { break }
            } catch let error where terminal.isInteractive {
                terminal.report(error)
            } catch {
                let text = "line \(number): \(error)"
                throw error is UsageError ? UsageError(text) : ReceiptError(text) as any Error
            }
        }
        guard terminal.isInteractive || !worker.quotations.isEmpty else {
            throw notSent("The script ended first; to send, it needs “next” and then “request”.")
        }
    }

    /// Returns the verb of a line, or nil for a blank line and a comment.
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
        let sent = worker.quotations.count
        defer {
            if screen.text != before { terminal.write(screen.text) }
            for place in worker.quotations.dropFirst(sent) { terminal.write("[sent] \(place)") }
        }
        try await press(verb, argument)
        return verb
    }
}
