import TerminalKit
import Testing

/// Reading commands by their table.
@Suite struct CommandTests {
    enum Verb: String, Command {
        case open, find, note, quit

        var usage: CommandUsage {
            switch self {
            case .open: .init("open a row", .required("NUMBER"), label: "열기")
            case .find: .init("find rows, or show all", .optional("WORDS"))
            case .note: .init("replace the text", .text("TEXT"), label: "A note")
            case .quit: .init("end")
            }
        }
    }

    private func read(_ line: Substring) throws -> [String] {
        let (command, argument) = try Verb.read(line)
        return [command.rawValue, argument]
    }

    @Test(
        arguments: [
            ("open 3", ["open", "3"]), ("OPEN   3  ", ["open", "3"]), ("열기 3", ["open", "3"]),
            ("open a file", ["open", "a file"]), ("find", ["find", ""]), ("find x", ["find", "x"]),
            ("note", ["note", ""]), ("note   two  blanks ", ["note", "  two  blanks "]), ("a note x", ["note", "x"]),
            ("quit  ", ["quit", ""]),
        ] as [(Substring, [String])])
    func `a line is a name or a label, and an argument`(line: Substring, expected: [String]) throws {
        #expect(try read(line) == expected)
    }

    @Test(
        arguments: [
            ("opened 3", "Unknown command “opened”. Type “help” to see the commands."),
            ("", "Unknown command “”. Type “help” to see the commands."),
            ("open", "“open” needs a number. Type “open NUMBER”."),
            ("open  ", "“open” needs a number. Type “open NUMBER”."),
            ("quit now", "“quit” takes nothing after it. Type just “quit”."),
        ] as [(Substring, String)])
    func `a wrong line is refused with the value and the remedy`(line: Substring, text: String) {
        let error = #expect(throws: UsageError.self) { try Verb.read(line) }
        #expect(error?.description == text)
    }

    @Test func `the help has a line for each command, and a screen has its button`() {
        #expect(
            Verb.helpText == """
                  open NUMBER   [열기] open a row
                  find [WORDS]  find rows, or show all
                  note TEXT     [A note] replace the text
                  quit          end
                """)
        #expect(Verb.allCases.map(\.button) == ["[열기] open NUMBER", "find", "[A note] note TEXT", "quit"])
    }
}
