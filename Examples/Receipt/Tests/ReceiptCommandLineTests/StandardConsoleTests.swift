import Foundation
import ReceiptCommandLine
import Testing

/// The real console, over files in place of the terminal.
@MainActor struct StandardConsoleTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    /// Runs `receipt` with this text for standard input.
    ///
    /// - Parameter output: A file that cannot be written, if none is given.
    private func run(_ arguments: [[UInt8]], _ input: [UInt8] = [], output: FileHandle? = nil) async throws -> (
        code: ExitCode, errors: String
    ) {
        let script = workplace("script")
        let errors = try workplace.write("", as: "errors")
        try Data(input).write(to: URL(filePath: script))
        let console = StandardConsole(
            input: try #require(FileHandle(forReadingAtPath: script)),
            output: try output ?? #require(FileHandle(forReadingAtPath: "/dev/null")),
            errors: try #require(FileHandle(forWritingAtPath: errors)))
        let code = await ReceiptProgram(console: console).run(arguments + ["--store", workplace.store].map(bytes))
        return (code, try String(contentsOfFile: errors, encoding: .utf8))
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `a request that was sent is no success if standard output cannot be written`() async throws {
        let (code, errors) = try await run(["send", "--attach", Workplace.jpeg].map(bytes))
        #expect(code.rawValue == 74)
        #expect(errors == "error: Standard output could not be written, so what is there is not complete.\n")
        #expect(try workplace.stored().keys.contains { $0.hasPrefix("quotations/") }, "it was sent all the same")
    }

    @Test func `a request that was not sent has failed, whatever happens to standard output`() async throws {
        #expect(try await run([bytes("send")]).code == .failure)
    }

    @Test func `a text that is no UTF-8 is refused, not sent changed`() async throws {
        let arguments = ["send", "--attach", Workplace.jpeg, "--requests"].map(bytes) + [bytes("caf") + [0xE9]]
        let (code, errors) = try await run(arguments, output: .nullDevice)
        #expect(code == .usage)
        #expect(errors == "error: “caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8.\n")
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `a line of a script that is no UTF-8 ends it, before it is sent changed`() async throws {
        let script = bytes("attach\ngallery \(Workplace.jpeg)\nnext\ntext caf") + [0xE9] + bytes("\nrequest\n")
        let (code, errors) = try await run([], script, output: .nullDevice)
        #expect(code == .usage)
        #expect(errors == "error: line 4: “text caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8.\n")
        #expect(try workplace.stored().keys.allSatisfy { !$0.hasPrefix("quotations/") })
    }

    @Test func `a script is followed to its last line, with or without its end`() async throws {
        let script = bytes("attach\r\ngallery \(Workplace.jpeg)\nnext\ntext 한글\nrequest")
        #expect(try await run([], script, output: .nullDevice).code == .success)
    }
}
