import ReceiptCommandLine
import Testing

/// The arguments, and the messages about wrong ones. `SendTests` and `ServerTests` use further arguments.
@MainActor struct ArgumentTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["send", "--help"], ["--store", "x", "--help"]])
    func `help is printed on request`(arguments: [String]) async {
        let console = ConsoleStub()
        #expect(await workplace.run(arguments, console) == .success)
        #expect(console.output.first?.hasPrefix("Request a quotation") == true)
    }

    @Test(arguments: [["--requests", ""], ["--requests=--urgent"], ["--requests=a=b"]])
    func `the text may be empty, begin with dashes or have an equals sign in it`(arguments: [String]) async throws {
        let console = ConsoleStub()
        #expect(await workplace.run(["send", "--attach", Workplace.jpeg] + arguments, console) == .success)
        let text = arguments.count == 2 ? "" : arguments[0].dropFirst("--requests=".count)
        let quotation = try workplace.stored().first { $0.key.hasPrefix("quotations/") }?.value
        #expect(String(decoding: try #require(quotation), as: UTF8.self).contains("\"requests\":\"\(text)\""))
    }

    @Test(arguments: [
        (["--bogus"], "Unknown argument “--bogus”. Run “receipt --help” to see what there is."),
        (["sned"], "Unknown argument “sned”. Run “receipt --help” to see what there is."),
        (["--trace=yes"], "Unknown argument “--trace=yes”. Run “receipt --help” to see what there is."),
        (["send", "a.jpg"], "Unknown argument “a.jpg”. Run “receipt --help” to see what there is."),
        (["--attach", "a.jpg"], "“--attach” is an option of “receipt send”. Give “send” before it."),
        (["--requests=x"], "“--requests” is an option of “receipt send”. Give “send” before it."),
        (
            ["--store", "--trace"],
            "“--store” has no value. Give the folder of the store after it, or after “--store=”."
        ),
        (["--store="], "“--store” has no value. Give the folder of the store after it, or after “--store=”."),
        (["send", "--attach", ""], "“--attach” has no value. Give an image file after it, or after “--attach=”."),
        (["--gallery", "maybe"], "“maybe” is no permission for “--gallery”. Give one of: granted, limited, denied."),
        (["send", "--requests", "caf\u{FFFD}"], "“caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8."),
    ])
    func `a wrong argument is named with the remedy`(arguments: [String], text: String) async throws {
        let console = ConsoleStub()
        #expect(await workplace.run(arguments, console) == .usage)
        #expect(console.errors == ["error: \(text)"])
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `options of all may come before “send”`() async throws {
        let console = ConsoleStub()
        let arguments = ["--gallery", "granted", "send", "--attach", Workplace.jpeg]
        #expect(await workplace.run(arguments, console) == .success)
        #expect(try workplace.stored().keys.contains { $0.hasPrefix("quotations/") })
    }

    @Test func `an option without its value at the end is named`() async {
        let console = ConsoleStub()
        #expect(await Receipt(console.terminal).run(["send", "--attach"]) == .usage)
        #expect(
            console.errors == [
                "error: “--attach” has no value. Give an image file after it, or after “--attach=”."
            ])
    }
}
