import TerminalKit
import Testing

/// Commands of a person and of a script.
@MainActor @Suite struct ConsoleTests {
    private struct Refused: Error, CustomStringConvertible { let description = "refused" }

    /// Follows the lines. Returns all that was written, what was carried out, and the error.
    private func follow(
        _ lines: [String], isInteractive: Bool
    ) async -> (transcript: String, commands: [String], error: ScriptError?) {
        let console = Console()
        var (input, transcript, commands) = (lines.makeIterator(), "", [String]())
        console.isInteractive = isInteractive
        console.columns = { nil }
        console.input = { input.next() }
        console.output = { transcript += $0 }
        console.errors = { transcript += "! " + $0 }
        do {
            try await console.follow { command, line in
                commands.append(command == line ? line : "\(command) of “\(line)”")
                if command == "bad" { throw Refused() }
                return command != "quit"
            }
        } catch {
            return (transcript, commands, error as? ScriptError)
        }
        return (transcript, commands, nil)
    }

    @Test func `a script has comments, empty lines and a byte order mark, and ends with quit`() async {
        let result = await follow(["\u{FEFF}one", "", "  # comment", "  two", "quit", "never"], isInteractive: false)
        #expect(result.commands == ["one of “\u{FEFF}one”", "two of “  two”", "quit"])
        #expect(result.transcript.isEmpty && result.error == nil)
    }

    @Test(arguments: [
        ("bad", "line 2: refused"), ("caf\u{FFFD}", "line 2: “caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8."),
    ])
    func `a script ends at an error, which names the line`(line: String, text: String) async {
        let result = await follow(["# first", line, "never"], isInteractive: false)
        #expect(result.error?.description == text)
        #expect(!result.commands.contains("never"))
    }

    @Test func `a person is asked for each line, can continue after an error, and sees the end of input`() async {
        let result = await follow(["bad", "caf\u{FFFD}", "one"], isInteractive: true)
        #expect(
            result.transcript
                == "> ! error: refused\n> ! error: “caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8.\n> > \n")
        #expect(result.commands == ["bad", "one"] && result.error == nil)
    }

    @Test func `in a terminal, lines are broken between words, and in a pipe not at all`() {
        let console = Console()
        var transcript = ""
        console.output = { transcript += $0 }
        console.errors = console.output
        for columns in [20, nil] {
            console.columns = { columns }
            console.write("  open FILE  takes the photo\n", end: "> ")
            console.note("견적 요청을 하기 위해서")
        }
        #expect(
            transcript == "  open FILE  takes\nthe photo\n> 견적 요청을 하기\n위해서\n"
                + "  open FILE  takes the photo\n> 견적 요청을 하기 위해서\n")
    }

    @Test func `control characters are shown as a mark, line breaks are kept, lost output is remembered`() {
        let console = Console()
        var transcript = ""
        console.output = { transcript += $0 }
        console.errors = console.output
        console.write("a\u{1B}[2J\r\u{9B}\n명세표 😀", end: "")
        #expect(transcript == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}\n명세표 😀")
        console.note("\u{7}")
        #expect(transcript.hasSuffix("\u{FFFD}\n") && console.exitCode() == 0)
        console.output = { _ in throw Refused() }
        console.write("lost")
        console.errors = { transcript = $0 }
        #expect(console.exitCode() == 74 && console.exitCode(1) == 1)
        #expect(transcript == "error: Standard output could not be written, so what is there is not complete.\n")
    }
}
