import CISInspector
import Foundation

/// The files and the streams of the process.
struct ProcessConsole: InspectCommand.Console {
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    func read(_ file: String?) throws -> [UInt8] {
        guard let file else { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    func write(_ text: String, to file: String?) throws {
        let data = Data((text + "\n").utf8)
        if let file {
            try data.write(to: URL(filePath: file))
        } else {
            try FileHandle.standardOutput.write(contentsOf: data)
        }
    }

    func report(_ text: String) {
        // A text that clears the rest of its line is overwritten by the next one.
        let isProgress = text.hasSuffix("\u{1B}[K")
        FileHandle.standardError.write(Data((isProgress ? text : text + "\n").utf8))
    }
}

exit(InspectCommand(ProcessConsole()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
