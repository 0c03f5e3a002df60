internal import Foundation

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
        /// Whether standard output is a terminal.
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
          --test NAME      print a test suite NAME that executes the same actions (--fixture NAME: its fixture)
          --help           show this text

        OUT is a file, or - for standard output.
        Exit codes: 0 done, and two recordings are equal; 1 two recordings differ; 2 wrong arguments;
        3 a file cannot be read or is no recording; 4 a file cannot be written.
        """

    private struct Failure: Error {
        let code: ExitCode
        let text: String
    }

    private struct Options {
        var files: [String] = []
        var timeline = Timeline()
        var isCounted = false
        /// The options that are about the text.
        var shown: [String] = []
        var outputs: [(option: String, file: String)] = []
        var test: String?
        var fixture: String?
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
            let files = options.files.isEmpty ? ["-"] : options.files
            var recordings: [(bytes: [UInt8], recording: Recording)] = []
            for file in files { recordings.append(try read(file)) }
            if recordings.count == 2, options.outputs.isEmpty {
                return try compare(recordings[0].recording, recordings[1].recording)
            }
            try write(recordings, options)
            return .done
        } catch {
            console.report("cis-inspect: " + Timeline.inert(error.text))
            return error.code
        }
    }

    // MARK: Arguments

    private func parse(_ arguments: [String]) throws(Failure) -> Options {
        var options = Options()
        options.timeline.isColored = console.isTerminal
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--diff":
                options.timeline.showsChanges = true
                options.shown.append(argument)
            case "--statistics":
                options.isCounted = true
                options.shown.insert(argument, at: 0)
            case "--filter", "--html", "--trace", "--otlp", "--test", "--fixture":
                guard let value = rest.popFirst() else {
                    throw Failure(code: .usage, text: "\(argument) needs a value. See --help.")
                }
                switch argument {
                case "--filter":
                    options.timeline.filter = value
                    options.shown.append(argument)
                case "--test": options.test = value
                case "--fixture": options.fixture = value
                default: options.outputs.append((argument, value))
                }
            case _ where argument.hasPrefix("--"):
                throw Failure(code: .usage, text: "There is no option \(argument). See --help.")
            default: options.files.append(argument)
            }
        }
        guard options.files.count <= 2, options.files.filter({ $0 == "-" }).count <= 1 else {
            throw Failure(code: .usage, text: "One file, or two to compare, not \(options.files.count). See --help.")
        }
        try check(options)
        return options
    }

    /// Refuses options that would have no effect, and outputs that would replace a recording.
    private func check(_ options: Options) throws(Failure) {
        if options.fixture != nil, options.test == nil {
            throw Failure(code: .usage, text: "--fixture needs --test. See --help.")
        }
        let makes = (options.test == nil ? [] : ["--test"]) + options.outputs.map(\.option)
        if options.files.count == 2, let other = (makes + options.shown).first(where: { $0 != "--html" }) {
            throw Failure(code: .usage, text: "\(other) takes one file. See --help.")
        }
        // Several outputs are fine, and so are --filter and --diff together.
        let isCounted = options.isCounted && options.shown.count > 1
        if options.test != nil && makes.count > 1 || !makes.isEmpty && !options.shown.isEmpty || isCounted {
            let pair = (makes + options.shown).prefix(2).joined(separator: " and ")
            throw Failure(code: .usage, text: "\(pair) exclude each other. See --help.")
        }
        var used = Set(options.files.filter { $0 != "-" }.map { console.resolved($0) })
        for (option, file) in options.outputs where file != "-" && !used.insert(console.resolved(file)).inserted {
            throw Failure(code: .usage, text: "\(option) would replace \(file), which is used already.")
        }
    }

    // MARK: Reading

    private func read(_ file: String) throws(Failure) -> (bytes: [UInt8], recording: Recording) {
        let bytes: [UInt8]
        do {
            bytes = try console.read(file == "-" ? nil : file)
        } catch {
            throw Failure(code: .unreadable, text: "\(file) cannot be read: \(error.localizedDescription)")
        }
        do {
            let recording = try Recording(reading: bytes) { part in
                guard console.isErrorTerminal, bytes.count > 4 << 20 else { return }
                console.report("\rreading \(Int(part * 100)) %\u{1B}[K")
            }
            if console.isErrorTerminal, bytes.count > 4 << 20 { console.report("\r\u{1B}[K") }
            for problem in recording.problems.prefix(20) {
                console.report(Timeline.inert("\(file): \(problem)"))
            }
            if recording.problems.count > 20 {
                console.report("\(recording.problems.count - 20) more lines cannot be read.")
            }
            if recording.header.version > RecordingHeader.currentVersion {
                let name = Timeline.inert(file)
                console.report(
                    "\(name) has version \(recording.header.version) of the format. What it adds is not shown.")
            }
            return (bytes, recording)
        } catch {
            throw Failure(code: .unreadable, text: "\(file) is no recording. \(error)")
        }
    }

    // MARK: Output

    private func compare(_ left: Recording, _ right: Recording) throws(Failure) -> ExitCode {
        guard let difference = left.firstDifference(from: right) else {
            try show("The recordings are equal: \(left.lines.count) lines.")
            return .done
        }
        try show("\(difference)")
        return .different
    }

    private func write(
        _ recordings: [(bytes: [UInt8], recording: Recording)], _ options: Options
    ) throws(Failure) {
        guard let (bytes, recording) = recordings.first else { return }
        if let name = options.test {
            guard let test = GeneratedTest(recording, name: name, fixture: options.fixture) else {
                throw Failure(code: .usage, text: "\(name) is no name of a suite, or the recording has no scene.")
            }
            return try show(test.text())
        }
        for (option, file) in options.outputs {
            let text =
                switch option {
                case "--html": Recording.page(showing: bytes, comparedWith: recordings.dropFirst().first?.bytes)
                case "--trace": recording.chromeTrace
                default: recording.openTelemetry
                }
            try show(text, in: file == "-" ? nil : file)
        }
        guard options.outputs.isEmpty else { return }
        let timeline = options.timeline
        try show(options.isCounted ? timeline.statistics(of: recording) : timeline.text(of: recording))
    }

    private func show(_ text: String, in file: String? = nil) throws(Failure) {
        do { try console.write(text, to: file) } catch {
            let name = file ?? "standard output"
            throw Failure(code: .unwritable, text: "\(name) cannot be written: \(error.localizedDescription)")
        }
    }
}
