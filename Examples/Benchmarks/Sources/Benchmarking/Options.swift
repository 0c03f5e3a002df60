/// The options of the command.
package struct Options: Sendable, Equatable {
    /// Runs only workloads and series whose names contain one of these texts. If empty, runs all.
    package var filters: [String] = []
    package var repetitions = 5
    package var printsJSON = false
    package var lists = false
    package var showsHelp = false
    /// Runs a tenth of the operations and three repetitions, without the large sizes of the series. Used in CI.
    package var isShort = false
    /// The report to compare with.
    package var oldReport: String?
    /// The thresholds that must not be exceeded.
    package var thresholds: String?
    /// Runs only the library's side of one workload. Used with profilers.
    package var loop: String?
    package var loopCount = 100_000

    package init() {}

    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``UsageError`` that names the argument and the remedy.
    package init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var setsRepetitions = false
        while let argument = rest.popFirst() {
            switch argument {
            case "--filter": filters.append(try Self.value(of: argument, "part of a name, such as W5", &rest))
            case "--repeat":
                repetitions = try Self.number(of: argument, &rest)
                setsRepetitions = true
            case "--json": printsJSON = true
            case "--list": lists = true
            case "--short": isShort = true
            case "--compare": oldReport = try Self.value(of: argument, "a file that --json has written", &rest)
            case "--check": thresholds = try Self.value(of: argument, "a file of thresholds", &rest)
            case "--loop": loop = try Self.value(of: argument, "the name of a workload, see --list", &rest)
            case "--count": loopCount = try Self.number(of: argument, &rest)
            case "--help", "-h": showsHelp = true
            default: throw UsageError("Unknown argument \"\(argument)\". See cis-benchmarks --help.")
            }
        }
        if isShort, !setsRepetitions { repetitions = 3 }
    }

    /// Whether to run the workload or series with this name.
    package func wants(_ name: String) -> Bool {
        filters.isEmpty || filters.contains { name.lowercased().contains($0.lowercased()) }
    }

    private static func value(of argument: String, _ what: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw UsageError("\(argument) needs a value: \(what).")
        }
        return value
    }

    private static func number(of argument: String, _ rest: inout ArraySlice<String>) throws -> Int {
        let text = try value(of: argument, "a whole number from 1 to 1000000000", &rest)
        guard let number = Int(text), 1...1_000_000_000 ~= number else {
            throw UsageError("\(argument) \(text): give a whole number from 1 to 1000000000.")
        }
        return number
    }

    package static let help = """
        Measures CIS beside plain Swift that does the same, in one run.

        usage: swift run -c release --package-path Examples/Benchmarks cis-benchmarks [options]

          --filter TEXT    only workloads and series with TEXT in their name; may be given several times
          --repeat N       repetitions of each (default 5; with --short 3)
          --short          a tenth of the operations, no sizes above 10,000
          --json           print a report as JSON
          --compare FILE   compare with a report that --json has written
          --check FILE     fail if a threshold of FILE is exceeded
          --list           print the names of all workloads and series
          --loop NAME      run only the library's side of a workload, for a profiler
          --count N        with --loop: how many operations (default 100000)

        Exit code: 0, or 1 if a threshold was exceeded or a result was wrong, or 2 for a wrong argument.
        """
}

/// A message about a wrong argument or file.
package struct UsageError: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
