package import CIS
package import Foundation
package import GatherScenes
import TerminalKit

/// The app as lines of text, for scripts and for terminals without a screen: it reads commands, and writes what is shown.
@MainActor package final class Dialogue {
    private let flow: SceneRuntime<GatherFlow>
    private let isScript: Bool
    private let write: (String) -> Void
    private let writeError: (String) -> Void
    private let changes: AsyncStream<Void>
    private let presenter: Presenter
    private var shown: String?
    /// The command whose text the next line is, while the terminal does not show what is typed.
    private var secret: String?

    /// - Parameters:
    ///   - flow: The app.
    ///   - isScript: Whether no person can correct a command. A wrong one then ends the program, because the next
    ///     ones were written for a screen that was not reached.
    ///   - write: Writes a text, and begins a new line.
    ///   - writeError: The same for messages about commands.
    package init(
        _ flow: SceneRuntime<GatherFlow>, isScript: Bool = isatty(STDIN_FILENO) != 1,
        write: @escaping (String) -> Void = { Dialogue.write($0, to: .standardOutput) },
        writeError: @escaping (String) -> Void = { Dialogue.write($0, to: .standardError) }
    ) {
        self.flow = flow
        self.isScript = isScript
        self.write = write
        self.writeError = writeError
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        presenter = Presenter(flow) { change.yield() }
    }

    /// Follows commands until `quit`, or until there are no more.
    ///
    /// - Parameters:
    ///   - lines: The commands.
    ///   - signals: Signals that also end it. Tests pass none.
    /// - Returns: The status of the program: 0, or 64 for a command that is not understood, or 1 if the last command has
    ///   failed.
    package func run(_ lines: AsyncStream<String>, until signals: EndSignals? = nil) async -> Int32 {
        let (results, result) = AsyncStream.makeStream(of: Int32.self)
        signals?.onEnd = { [weak signals] in result.yield(signals?.status ?? 0) }
        // A signal may have arrived already.
        if let signals, signals.number != nil { return signals.status }
        let following = Task { result.yield(await follow(lines)) }
        defer {
            following.cancel()
            if secret != nil { Self.setEcho(true) }
        }
        for await status in results { return status }
        return 0
    }

    private func follow(_ lines: AsyncStream<String>) async -> Int32 {
        await settle()
        show()
        var number = 0
        for await line in lines {
            number += 1
            do {
                guard try await carryOut(line) else { return 0 }
            } catch {
                writeError(isScript ? "football-gather: line \(number): \(error)" : "\(error)")
                if isScript { return 64 }
            }
        }
        guard isScript, let dialog = presenter.page.dialog, dialog.isAlert else { return 0 }
        let text = "\(dialog.title): \(dialog.message)".plain
        writeError("football-gather: The input has ended with this on the screen: \(text)")
        return 1
    }

    /// - Returns: `false` if the command is `quit`.
    private func carryOut(_ line: String) async throws(CommandError) -> Bool {
        guard let command = secret.map({ Command($0, line) }) ?? Command(line) else { return true }
        if secret != nil { Self.setEcho(true) }
        secret = nil
        guard !line.contains("\u{FFFD}") else {
            throw CommandError("“\(command.text)” is no UTF-8 text. Give it in UTF-8.")
        }
        guard !line.utf8.contains(0) else {  // D23: the screens would say that it is too long
            throw CommandError("“\(command.text)” contains U+0000, which no text may. Leave it out.")
        }
        switch command.word {
        case "quit": return false
        case "help": write(Self.help)
        case "show": shown = nil
        case let word where !isScript && command.rest == nil && presenter.page.hidesText(for: word):
            secret = word
            Self.setEcho(false)
            write("The next line is the \(word). It is not shown.")
        default: await (try presenter.page.press(for: command))().value
        }
        await settle()
        show()
        return true
    }

    /// Returns when no action is running any more. A countdown does not count as an action.
    private func settle() async {
        var changes = changes.makeAsyncIterator()
        while presenter.isActing, await changes.next() != nil {}
    }

    /// Writes what is shown, if it has changed.
    private func show() {
        let text = presenter.page.text
        guard text != shown else { return }
        shown = text
        write(text)
    }

    package nonisolated static let help = """
        The first word of each line is its command: “login” presses the button, “2” chooses the second row.
        A field and a number take what follows the word, just as it stands: username ada, a 3.
        Some rows can do more: delete 2, and on the teams bench 2, a 2, b 2, up 2, down 2.
        In parentheses is what cannot be pressed now.
          back   leave the screen
          show   write the screen again
          help   write this
          quit   end; so does the end of the input
        """

    package nonisolated static func write(_ text: String, to file: FileHandle) {
        // The reader may have closed the output.
        try? file.write(contentsOf: Data("\(text)\n".utf8))
    }
}
