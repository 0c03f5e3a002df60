import Benchmarking
import Testing

@Suite struct `Arguments of cis-benchmarks` {
    @Test func `without arguments everything is measured five times`() throws {
        let options = try Options([])
        #expect(options.repetitions == 5)
        #expect(options.wants("W1"))
        #expect(!options.printsJSON)
    }

    @Test func `every option is understood`() throws {
        let options = try Options([
            "--filter", "w5", "--filter", "G-", "--repeat", "9", "--json", "--short", "--compare", "old.json",
            "--check", "limits.json", "--loop", "W1", "--count", "20", "--list", "--help",
        ])
        #expect(options.filters == ["w5", "G-"])
        #expect(options.repetitions == 9)
        #expect(options.printsJSON && options.isShort && options.lists && options.showsHelp)
        #expect(options.oldReport == "old.json")
        #expect(options.thresholds == "limits.json")
        #expect(options.loop == "W1")
        #expect(options.loopCount == 20)
    }

    @Test func `a filter is part of a name, in capitals or not`() throws {
        let options = try Options(["--filter", "w5"])
        #expect(options.wants("W5m"))
        #expect(!options.wants("W1"))
    }

    @Test func `a short run repeats three times, unless told otherwise`() throws {
        let short = try Options(["--short"])
        let long = try Options(["--repeat", "7", "--short"])
        #expect(short.repetitions == 3)
        #expect(long.repetitions == 7)
    }

    @Test(arguments: [
        (["--fliter", "W1"], "Unknown argument \"--fliter\". See cis-benchmarks --help."),
        (["--repeat", "many"], "--repeat many: give a whole number from 1 to 1000000000."),
        (["--repeat", "0"], "--repeat 0: give a whole number from 1 to 1000000000."),
        (["--repeat", "-1"], "--repeat -1: give a whole number from 1 to 1000000000."),
        (
            ["--count", "99999999999999999999"],
            "--count 99999999999999999999: give a whole number from 1 to 1000000000."
        ),
        (["--filter"], "--filter needs a value: part of a name, such as W5."),
        (["--compare", "--json"], "--compare needs a value: a file that --json has written."),
    ])
    func `a wrong argument is named, with the remedy`(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { _ = try Options(arguments) }
    }
}
