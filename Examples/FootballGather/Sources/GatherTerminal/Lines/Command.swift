import TerminalKit

/// A command that cannot be carried out. The text names the value and the remedy.
package struct CommandError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A line of the input: a word, and the text that follows it.
struct Command {
    let word: String
    /// The text after the word; nil if nothing follows, not even a blank.
    let rest: String?
    /// The whole command for a message. The message does not contain a password.
    var text: String { word == "password" ? word : [word, rest].compactMap(\.self).joined(separator: " ").plain }

    init(_ word: String, _ rest: String) {
        self.word = word
        self.rest = rest
    }

    /// nil for an empty line and for a comment, which begins with `#`.
    init?(_ line: String) {
        // A file may begin with a byte order mark.
        let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let first = line.first, first != "#" else { return nil }
        let word = line.prefix { $0 != " " }
        self.word = word.lowercased()
        // The blanks of a text are kept, also at its end.
        rest = word.endIndex == line.endIndex ? nil : String(line[line.index(after: word.endIndex)...])
    }
}

extension Page {
    /// Whether a command enters a text that is not shown.
    func hidesText(for word: String) -> Bool {
        guard dialog == nil, let control = controls.first(where: { $0.word == word }) else { return false }
        if case .field(_, isSecret: true) = control.kind { return true }
        return false
    }

    /// Returns the function that carries out a command on this page.
    func press(for command: Command) throws(CommandError) -> Press {
        if command.word == "back", dialog == nil, command.rest == nil, let back { return back }
        let controls = dialog?.controls ?? self.controls
        if let control = controls.first(where: { $0.word == command.word && $0.word != "" }) {
            return try press(of: control, command)
        }
        let row = command.rest?.plain ?? ""
        if let control = controls.first(where: { $0.word == row && $0.word != "" }),
            let extra = control.extras.first(where: { $0.word == command.word && $0.word != "" })
        {
            guard control.isEnabled else { throw CommandError("“\(row)” cannot be used now. \(offer)") }
            return extra.press
        }
        throw CommandError("“\(command.text)” is not on the screen. \(offer)")
    }

    private func press(of control: Control, _ command: Command) throws(CommandError) -> Press {
        guard control.isEnabled else { throw CommandError("“\(command.word)” cannot be used now. \(offer)") }
        if let enter = control.enter, command.rest != nil || control.isField || control.press == nil {
            guard let press = enter(command.rest ?? "") else {
                throw CommandError("“\(command.text)”: “\(command.word)” takes \(control.takes).")
            }
            return press
        }
        guard let press = control.press else { throw CommandError("“\(command.word)” does nothing. \(offer)") }
        guard command.rest == nil else {
            throw CommandError("“\(command.text)”: nothing can follow “\(command.word)”. Leave it out.")
        }
        return press
    }

    /// The commands that can be carried out now.
    private var offer: String {
        var words = usableControls.map(\.word).filter { !$0.isEmpty }
        if dialog == nil {
            for extra in usableControls.flatMap(\.extras) where !extra.word.isEmpty {
                if !words.contains("\(extra.word) N") { words.append("\(extra.word) N") }
            }
            if back != nil { words.append("back") }
        }
        return "There are: \((words + ["show", "help", "quit"]).joined(separator: ", "))."
    }
}
