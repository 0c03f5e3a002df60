import CISInspector
import Foundation
import TestSupport
import Testing
import cis_inspect

/// The tool `cis-inspect`.
@MainActor
@Suite struct `The tool` {
    private struct NoFile: Error {}

    private final class Console: InspectCommand.Console {
        var files: [String: [UInt8]] = [:]
        var input: [UInt8] = []
        var output = ""
        var errors = ""
        var isTerminal = false
        var isErrorTerminal = false

        func run(_ arguments: String..., onTerminal: Bool = false) -> InspectCommand.ExitCode {
            run(list: arguments, onTerminal: onTerminal)
        }

        func run(list arguments: [String], onTerminal: Bool = false) -> InspectCommand.ExitCode {
            (output, errors, isTerminal) = ("", "", onTerminal)
            return InspectCommand(self).run(arguments)
        }

        func resolved(_ file: String) -> String { file == "link" ? "a" : file }

        func read(_ file: String?) throws -> [UInt8] {
            guard let file else { return input }
            guard let bytes = files[file] else { throw NoFile() }
            return bytes
        }

        func write(_ text: String, to file: String?) throws {
            guard let file else { return output += text + "\n" }
            guard file != "/full" else { throw NoFile() }
            files[file] = Array(text.utf8)
        }

        func report(_ text: String) { errors += text + "\n" }
    }

    private func console() async -> Console {
        let console = Console()
        for (name, actions) in [("a", [Ledger.Action.add(1), .rename("x")]), ("b", [.add(1), .add(2)])] {
            let scene = Ledger.assemble()
            let recorder = Recorder()
            recorder.record(scene)
            for action in actions { await scene.run(action) }
            console.files[name] = await recorder.bytes()
        }
        return console
    }

    @Test func `it shows a recording from a file or a pipe`() async {
        let console = await console()
        #expect(console.run("a") == .done)
        let shown = console.output
        #expect(shown.contains("mutation .added(1), commit 1") && !shown.contains("\u{1B}"))
        console.input = console.files["a"] ?? []
        #expect(console.run() == .done)
        #expect(console.output == shown)
        #expect(console.run("-", "--filter", "renamed", "--diff") == .done)
        #expect(console.output.contains("name: + \"x\"") && !console.output.contains("added"))
        #expect(console.run("a", onTerminal: true) == .done)
        #expect(console.output.contains("\u{1B}[33m"))
        #expect(console.run("a", "--statistics") == .done)
        #expect(console.output.contains("       2  action\n"))
    }

    @Test func `it compares two recordings, and the exit code says whether they differ`() async {
        let console = await console()
        #expect(console.run("a", "a") == .done)
        #expect(console.output == "The recordings are equal: 7 lines.\n")
        #expect(console.run("a", "b") == .different)
        #expect(console.output.contains("first:  action .rename(\"x\")"))
    }

    @Test func `it writes pages, traces, spans and tests`() async {
        let console = await console()
        #expect(console.run("a", "--html", "out.html", "--trace", "out.json", "--otlp", "-") == .done)
        #expect(String(decoding: console.files["out.html"] ?? [], as: UTF8.self).contains("id=\"recording\""))
        #expect(String(decoding: console.files["out.json"] ?? [], as: UTF8.self).hasPrefix("{\"traceEvents\":["))
        #expect(console.output.hasPrefix("{\"resourceSpans\":["))
        #expect(console.run("a", "b", "--html", "both.html") == .done)
        #expect(String(decoding: console.files["both.html"] ?? [], as: UTF8.self).contains("id=\"other\""))
        #expect(console.run("a", "--test", "LedgerTests", "--scene", "1") == .done)
        #expect(console.output.contains("struct LedgerTests {"))
    }

    @Test func `wrong arguments and files are answered with a sentence and an exit code`() async {
        let console = await console()
        console.files["other"] = Array("hello\u{1B}[2J\n".utf8)
        let cases: [([String], InspectCommand.ExitCode, String)] = [
            (["--colour"], .usage, "There is no option --colour. See --help."),
            (["a", "--html"], .usage, "--html needs a value. See --help."),
            (["a", "b", "a"], .usage, "One file, or two to compare, not 3. See --help."),
            (["a", "b", "--trace", "x"], .usage, "--trace takes one file. See --help."),
            (["a", "--test", "no name"], .usage, "no name is no name of a suite, or the recording has no scene."),
            (
                ["other"], .unreadable,
                "other is no recording. Line 1: expected a JSON value, found something else at byte 0."
            ),
            (["a", "--html", "/full"], .unwritable, "/full cannot be written"),
            (["none"], .unreadable, "none cannot be read"),
            (["a", "--html", "a"], .usage, "--html would replace a, which is used already."),
            (["a", "--trace", "link"], .usage, "--trace would replace link, which is used already."),
            (["a", "--html", "x", "--otlp", "x"], .usage, "--otlp would replace x, which is used already."),
            (["a", "--test", "T", "--html", "x"], .usage, "--test and --html exclude each other. See --help."),
            (["a", "--html", "x", "--filter", "y"], .usage, "--html and --filter exclude each other. See --help."),
            (["a", "--diff", "--statistics"], .usage, "--statistics and --diff exclude each other. See --help."),
            (["a", "b", "--test", "T"], .usage, "--test takes one file. See --help."),
            (["a", "b", "--diff"], .usage, "--diff takes one file. See --help."),
            (["a", "b", "--filter", "x"], .usage, "--filter takes one file. See --help."),
            (["a", "b", "--statistics"], .usage, "--statistics takes one file. See --help."),
            (["a", "--fixture", "F"], .usage, "--fixture needs --test. See --help."),
            (["a", "--scene", "1"], .usage, "--scene needs --test. See --help."),
            (
                ["a", "--test", "T", "--scene", "9"], .usage,
                "T is no name of a suite, or the recording has no scene 9."
            ),
        ]
        for (arguments, code, sentence) in cases {
            let (files, console) = (console.files, Console())
            console.files = files
            let result = console.run(list: arguments)
            #expect(result == code && console.errors.hasPrefix("cis-inspect: \(sentence)"), "\(console.errors)")
            #expect(console.output.isEmpty)
        }
        let codes: [InspectCommand.ExitCode] = [.done, .different, .usage, .unreadable, .unwritable]
        #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(console.run("--help") == .done)
        #expect(console.output.contains("Exit codes: 0 done"))
    }

    @Test func `a long recording shows its progress, on a terminal only`() {
        let console = Console()
        let site = String(repeating: "a", count: 1100)
        let line = #"{"i":1,"k":"stop","t":1,"s":1,"at":"\#(site)"}"# + "\n"
        console.files["long"] = Array(("{\"cisrec\":1}\n" + String(repeating: line, count: 4100)).utf8)
        #expect(console.run("long", "--statistics") == .done)
        #expect(console.errors == "long is cut: the end is missing.\n")
        console.isErrorTerminal = true
        #expect(console.run("long", "--statistics") == .done)
        #expect(console.errors == "\rreading 99 %\u{1B}[K\n\r\u{1B}[K\nlong is cut: the end is missing.\n")
    }

    @Test func `the name of a file is inert in the terminal`() async {
        let console = Console()
        console.files["new\u{1B}"] = Array("{\"cisrec\":2}\n".utf8)
        #expect(console.run("new\u{1B}") == .done)
        let reason = "The file has version 2 of the format. What this version adds is not read."
        let cut = "new\u{FFFD} is cut: the end is missing.\n"
        #expect(console.errors == "\(cut)new\u{FFFD}: to replay it is risky:\n  \(reason)\n")
    }

    @Test func `a recording of another version is graded, also in the page`() async {
        let console = Console()
        for (program, type) in [("old", "String"), ("new", "Int"), ("newer", "Int")] {
            let types =
                #"{"name":"A","state":"M.A.State","fields":{"a<":"\#(type)"},"mutation":"M.A.Mutation","#
                + #""action":"Never","notCodable":["M.A"]}"#
            let opened = #"{"i":1,"k":"open","t":0,"s":1,"name":"A","state":{},"types":\#(types)}"#
            console.files[program] = Array("{\"cisrec\":1,\"program\":\"\(program)\"}\n\(opened)\n".utf8)
        }
        let reason = "The field a< of M.A.State was a String, and is a Int."
        #expect(console.run("old", "new") == .done)
        #expect(
            console.errors == """
                old is cut: the end is missing.
                new is cut: the end is missing.
                old: to replay it is impossible:
                  M.A is not Codable.
                  \(reason)
                  The program is old, and not new.

                """)
        #expect(console.run("new", "newer") == .done)
        #expect(console.errors.hasSuffix("new: to replay it is risky:\n  The program is new, and not newer.\n"))
        #expect(console.run("new", "new") == .done && !console.errors.contains("replay"))
        #expect(console.run("old", "new", "--html", "page") == .done)
        let page = String(decoding: console.files["page"] ?? [], as: UTF8.self)
        #expect(page.contains("id=\"grade\">\n\"impossible:"))
        #expect(page.contains(reason.replacing("<", with: "\\u003c")))
    }

    @Test func `a pipe with a name is read, and no folder or device`() throws {
        let (console, pipe) = (ProcessConsole(), Pipe())
        try pipe.fileHandleForWriting.write(contentsOf: Data("text".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try console.read("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)") == Array("text".utf8))
        withExtendedLifetime(pipe) {}
        for (file, reason) in [("/", "it is a folder. Name a file in it."), ("/dev/null", "it is a device.")] {
            let error = #expect(throws: (any Error).self) { try console.read(file) }
            #expect(error?.localizedDescription == reason)
        }
    }

    @Test func `lines that cannot be read are said`() async {
        let console = await console()
        console.files["cut"] = Array((console.files["a"] ?? []).dropLast(120)) + Array("\n{\"k\":\"stop\"}\n".utf8)
        #expect(console.run("cut") == .done)
        #expect(console.errors.contains("cut: Line ") && console.errors.contains("cut is cut: the end is missing."))
        #expect(console.run("cut", "--trace", "trace") == .done && console.errors.contains("the end is missing."))
    }
}
