internal import Foundation

/// The tool `cis-inspect`, apart from the process.
package struct InspectCommand {
    /// What the tool uses of the process.
    package struct Environment {
        package var readFile: (String) throws -> [UInt8]
        package var readStandardInput: () -> [UInt8]
        package var writeFile: (String, String) throws -> Void
        package var write: (String) -> Void
        package var writeError: (String) -> Void
        /// Whether standard output, and whether standard error, is a terminal.
        package var isTerminal: Bool
        package var isErrorTerminal: Bool

        package init(
            readFile: @escaping (String) throws -> [UInt8], readStandardInput: @escaping () -> [UInt8],
            writeFile: @escaping (String, String) throws -> Void, write: @escaping (String) -> Void,
            writeError: @escaping (String) -> Void, isTerminal: Bool = false, isErrorTerminal: Bool = false
        ) {
            self.readFile = readFile
            self.readStandardInput = readStandardInput
            self.writeFile = writeFile
            self.write = write
            self.writeError = writeError
            self.isTerminal = isTerminal
            self.isErrorTerminal = isErrorTerminal
        }
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
        var outputs: [(option: String, file: String)] = []
        var test: String?
        var fixture: String?
    }

    private let environment: Environment

    package init(_ environment: Environment) {
        self.environment = environment
    }

    /// Runs the tool with its arguments, without the name of the program.
    package func run(_ arguments: [String]) -> ExitCode {
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            environment.write(Self.help)
            return .done
        }
        do throws(Failure) {
            let options = try parse(arguments)
            let files = options.files.isEmpty ? ["-"] : options.files
            var recordings: [(bytes: [UInt8], recording: Recording)] = []
            for file in files { recordings.append(try read(file)) }
            if recordings.count == 2, options.outputs.isEmpty {
                return compare(recordings[0].recording, recordings[1].recording)
            }
            try write(recordings, options)
            return .done
        } catch {
            environment.writeError("cis-inspect: " + Timeline.inert(error.text))
            return error.code
        }
    }

    // MARK: Arguments

    private func parse(_ arguments: [String]) throws(Failure) -> Options {
        var options = Options()
        options.timeline.isColored = environment.isTerminal
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--diff": options.timeline.showsChanges = true
            case "--statistics": options.isCounted = true
            case "--filter", "--html", "--trace", "--otlp", "--test", "--fixture":
                guard let value = rest.popFirst() else {
                    throw Failure(code: .usage, text: "\(argument) needs a value. See --help.")
                }
                switch argument {
                case "--filter": options.timeline.filter = value
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
        if options.files.count == 2, let other = options.outputs.first(where: { $0.option != "--html" }) {
            throw Failure(code: .usage, text: "\(other.option) takes one file. See --help.")
        }
        return options
    }

    // MARK: Reading

    private func read(_ file: String) throws(Failure) -> (bytes: [UInt8], recording: Recording) {
        let bytes: [UInt8]
        do {
            bytes = file == "-" ? environment.readStandardInput() : try environment.readFile(file)
        } catch {
            throw Failure(code: .unreadable, text: "\(file) cannot be read: \(error.localizedDescription)")
        }
        do {
            let recording = try Recording(reading: bytes) { part in
                guard environment.isErrorTerminal, bytes.count > 4 << 20 else { return }
                environment.writeError("\rreading \(Int(part * 100)) %\u{1B}[K")
            }
            if environment.isErrorTerminal, bytes.count > 4 << 20 { environment.writeError("\r\u{1B}[K") }
            for problem in recording.problems.prefix(20) { environment.writeError(Timeline.inert("\(file): \(problem)")) }
            if recording.problems.count > 20 {
                environment.writeError("\(recording.problems.count - 20) more lines cannot be read.")
            }
            if recording.header.version > RecordingHeader.currentVersion {
                environment.writeError(
                    "\(file) has version \(recording.header.version) of the format. What it adds is not shown.")
            }
            return (bytes, recording)
        } catch {
            throw Failure(code: .unreadable, text: "\(file) is no recording. \(error)")
        }
    }

    // MARK: Output

    private func compare(_ left: Recording, _ right: Recording) -> ExitCode {
        guard let difference = left.firstDifference(from: right) else {
            environment.write("The recordings are equal: \(left.lines.count) lines.")
            return .done
        }
        environment.write("\(difference)")
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
            return environment.write(test.text())
        }
        for (option, file) in options.outputs {
            let text =
                switch option {
                case "--html": Recording.page(showing: bytes, comparedWith: recordings.dropFirst().first?.bytes)
                case "--trace": recording.chromeTrace
                default: recording.openTelemetry
                }
            guard file != "-" else {
                environment.write(text)
                continue
            }
            do { try environment.writeFile(file, text) } catch {
                throw Failure(code: .unwritable, text: "\(file) cannot be written: \(error.localizedDescription)")
            }
        }
        guard options.outputs.isEmpty else { return }
        if options.isCounted { return environment.write(options.timeline.statistics(of: recording)) }
        environment.write(options.timeline.text(of: recording))
    }
}
