import CISInspector
import Foundation

/// The tool `cis-inspect`, apart from the process.
package struct InspectCommand {
    /// What the tool uses of the process.
    package protocol Console {
        /// Reads a file, or standard input.
        func read(_ file: String?) throws -> [UInt8]
        /// Writes to a file, or to standard output.
        func write(_ text: String, to file: String?) throws
        /// The file that a name stands for, without links.
        func resolved(_ file: String) -> String
        /// Writes to standard error.
        func report(_ text: String)
        /// Whether standard output is a terminal that takes colors.
        var isTerminal: Bool { get }
        /// Whether standard error is a terminal.
        var isErrorTerminal: Bool { get }
    }

    package enum ExitCode: Int32 {
        case done = 0
        /// Two recordings differ.
        case different = 1
        /// The arguments make no sense.
        case usage = 2
        /// A file cannot be read, or is no recording.
        case unreadable = 3
        /// A file cannot be written.
        case unwritable = 4
    }

    package static let help = """
        usage: cis-inspect FILE [options]        show a recording
               cis-inspect FILE FILE             compare two recordings

        FILE is a recording of swift-cis (.cisrec), or - for standard input. Without a FILE, standard input is read.

          --filter TEXT    show only events that contain TEXT
          --diff           show what each mutation changes in the state
          --statistics     count events and mutations
          --html OUT       write the page that shows the recording in a browser
          --trace OUT      write a trace for Perfetto
          --otlp OUT       write the spans as OTLP/JSON
          --test NAME      print a test suite NAME that executes the same actions of the first scene
                           (--scene NUMBER: of another one; --fixture NAME: its fixture)
          --help           show this text

        OUT is a file, or - for standard output.
        Exit codes: 0 done, and two recordings are equal; 1 two recordings differ; 2 wrong arguments;
        3 a file cannot be read or is no recording; 4 a file cannot be written.
        """

    private struct Failure: Error {
        let code: ExitCode
        let text: String

        static func usage(_ text: String) -> Failure { Failure(code: .usage, text: text + " See --help.") }
    }

    private typealias Input = (bytes: [UInt8], recording: Recording)

    /// The options that show a recording. The last two can be combined.
    private static let shows = ["--statistics", "--filter", "--diff"]
    /// The options that make something else of it. All but the first can be combined.
    private static let makes = ["--test", "--html", "--trace", "--otlp"]
    private static let ofTests = ["--fixture", "--scene"]

    private struct Options {
        var files: [String] = []
        var given: [(option: String, value: String)] = []

        func value(of option: String) -> String? { given.last { $0.option == option }?.value }

        func given(of options: [String]) -> [String] {
            options.filter { option in given.contains { $0.option == option } }
        }

        var outputs: [(option: String, value: String)] {
            given.filter { InspectCommand.makes.dropFirst().contains($0.option) }
        }
    }

    private let console: any Console

    package init(_ console: any Console) {
        self.console = console
    }

    /// Runs the tool with its arguments, without the name of the program.
    package func run(_ arguments: [String]) -> ExitCode {
        do throws(Failure) {
            guard !arguments.contains("--help") else {
                try show(Self.help)
                return .done
            }
            let options = try parse(arguments)
            try check(options)
            var inputs: [Input] = []
            let files = options.files.isEmpty ? ["-"] : options.files
            for file in files { inputs.append(try read(file)) }
            for (file, input) in zip(files, inputs) {
                let grade = input.recording.compatibility(with: inputs[inputs.count - 1].recording)
                if grade != .fine { console.report("\(file.inert): to replay it is \(grade)") }
            }
            if inputs.count == 2, options.outputs.isEmpty {
                let left = inputs[0].recording
                let difference = left.firstDifference(from: inputs[1].recording)
                try show(difference?.description ?? "The recordings are equal: \(left.lines.count) lines.")
                return difference == nil ? .done : .different
            }
            try write(inputs, options)
            return .done
        } catch {
            console.report("cis-inspect: " + error.text.inert)
            return error.code
        }
    }

    // MARK: Arguments

    private func parse(_ arguments: [String]) throws(Failure) -> Options {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                options.files.append(argument)
                continue
            }
            guard (Self.shows + Self.makes + Self.ofTests).contains(argument) else {
                throw .usage("There is no option \(argument).")
            }
            guard let value = ["--statistics", "--diff"].contains(argument) ? "" : rest.popFirst() else {
                throw .usage("\(argument) needs a value.")
            }
            options.given.append((argument, value))
        }
        return options
    }

    /// Refuses options that would have no effect, and outputs that would replace a recording.
    private func check(_ options: Options) throws(Failure) {
        guard options.files.count <= 2, options.files.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("One file, or two to compare, not \(options.files.count).")
        }
        if let option = options.given(of: Self.ofTests).first, options.value(of: "--test") == nil {
            throw .usage("\(option) needs --test.")
        }
        let makes = options.given(of: Self.makes)
        let shows = options.given(of: Self.shows)
        if options.files.count == 2, let other = (makes + shows).first(where: { $0 != "--html" }) {
            throw .usage("\(other) takes one file.")
        }
        let isAlone = makes.first == "--test" || makes.isEmpty && shows.first == "--statistics"
        if !makes.isEmpty && !shows.isEmpty || isAlone && makes.count + shows.count > 1 {
            throw .usage("\((makes + shows).prefix(2).joined(separator: " and ")) exclude each other.")
        }
        var used = Set(options.files.filter { $0 != "-" }.map { console.resolved($0) })
        for (option, file) in options.outputs where file != "-" && !used.insert(console.resolved(file)).inserted {
            throw Failure(code: .usage, text: "\(option) would replace \(file), which is used already.")
        }
    }

    // MARK: Reading

    private func read(_ file: String) throws(Failure) -> Input {
        let name = file == "-" ? "standard input" : file
        let bytes: [UInt8]
        do {
            bytes = try console.read(file == "-" ? nil : file)
        } catch {
            throw Failure(code: .unreadable, text: "\(name) cannot be read: \(error.localizedDescription)")
        }
        let recording: Recording
        let showsProgress = console.isErrorTerminal && bytes.count > 4 << 20
        do {
            recording = try Recording(reading: bytes) { part in
                if showsProgress { console.report("\rreading \(Int(part * 100)) %\u{1B}[K") }
            }
        } catch {
            throw Failure(code: .unreadable, text: "\(name) is no recording. \(error)")
        }
        if showsProgress { console.report("\r\u{1B}[K") }
        for problem in recording.problems.prefix(20) { console.report("\(name): \(problem)".inert) }
        if recording.problems.count > 20 {
            console.report("\(recording.problems.count - 20) more lines cannot be read.")
        }
        if recording.isCut { console.report("\(name.inert) is cut: the end is missing.") }
        return (bytes, recording)
    }

    // MARK: Output

    private func write(_ inputs: [Input], _ options: Options) throws(Failure) {
        let (bytes, recording) = inputs[0]
        if let name = options.value(of: "--test") {
            let (fixture, scene) = (options.value(of: "--fixture"), options.value(of: "--scene"))
            guard let test = GeneratedTest(recording, name: name, fixture: fixture, scene: scene.map { Int($0) ?? 0 })
            else {
                let missing = "scene" + (scene.map { " \($0)" } ?? "")
                throw Failure(code: .usage, text: "\(name) is no name of a suite, or the recording has no \(missing).")
            }
            return try show(test.text())
        }
        for (option, file) in options.outputs {
            let text =
                switch option {
                case "--html": Recording.page(showing: bytes, comparedWith: inputs.dropFirst().first?.bytes)
                case "--trace": recording.chromeTrace
                default: recording.openTelemetry
                }
            try show(text, in: file == "-" ? nil : file)
        }
        guard options.outputs.isEmpty else { return }
        var timeline = Timeline()
        timeline.isColored = console.isTerminal
        timeline.filter = options.value(of: "--filter")
        timeline.showsChanges = options.value(of: "--diff") != nil
        let isCounted = options.value(of: "--statistics") != nil
        try show(isCounted ? timeline.statistics(of: recording) : timeline.text(of: recording))
    }

    private func show(_ text: String, in file: String? = nil) throws(Failure) {
        do { try console.write(text, to: file) } catch {
            let text = "standard output cannot be written: \(error.localizedDescription)"
            throw Failure(code: .unwritable, text: file.map { "\(UnwritableFile(URL(filePath: $0), error))" } ?? text)
        }
    }
}
