import Testing
import TouristSpotsApp

@Suite struct OptionsTests {
    private func options(_ words: String..., key: String? = nil) throws(Options.Misuse) -> Options {
        try Options(
            words, environment: key.map { [Options.keyVariable: $0] } ?? [:],
            taking: ["--bridge", "--web", "--record", "--no-browser"])
    }

    @Test func `without a key the development server answers, with one the service does, unless told otherwise`() throws
    {
        #expect(try options().answers == [])
        #expect(try options(key: "abc").answers == nil)
        #expect(try options(key: "").answers == [])
        #expect(try options("--answers", "slow,ok", key: "abc").answers == [.slow, .ok])
    }

    @Test func `each host has its option`() throws {
        #expect(try options().host == .own)
        #expect(try options("--bridge", "stdio").host == .bridge)
        #expect(try options("--web", "8080").host == .web(port: 8080))
        #expect(try options("--help").host == .help)
        #expect(try options("--record", "run.cisrec", "--web", "0").recording == "run.cisrec")
        #expect(try options().opensBrowser)
        #expect(try !options("--no-browser").opensBrowser)
    }

    @Test(arguments: [
        (
            ["--answers", "fast"],
            "--answers: “fast” is not a kind of answer. Write some of ok, slow, error, broken, with commas between them."
        ),
        (["--web", "70000"], "--web needs a port, from 0 to 65535."),
        (["--bridge"], "--bridge needs the word stdio."),
        (["--record"], "--record needs a file."), (["--record", "--web", "0"], "--record needs a file."),
        (["list"], "“list” is no option of this program. --help lists them."),
        (["--no-browser"], "“--no-browser” is no option of this program. --help lists them."),
    ])
    func `what is not understood is named, with what is allowed`(words: [String], message: String) {
        let error = #expect(throws: Options.Misuse.self) {
            try Options(words, environment: [:], taking: ["--bridge", "--web", "--record"])
        }
        #expect(error?.description == message)
    }
}
