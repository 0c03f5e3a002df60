import CISInspector
import Foundation

/// The files and the streams of the process.
struct ProcessConsole: InspectCommand.Console {
    // Who sets NO_COLOR reads colors badly, or reads the text with another program.
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil }
    var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    func read(_ file: String?) throws -> [UInt8] {
        guard let file else { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    func write(_ text: String, to file: String?) throws {
        let data = Data((text + "\n").utf8)
        if let file {
            // All or nothing, except for a pipe or a device.
            let url = URL(filePath: resolved(file))
            let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
            try data.write(to: url, options: type ?? .typeRegular == .typeRegular ? .atomic : [])
        } else {
            try FileHandle.standardOutput.write(contentsOf: data)
        }
    }

    func resolved(_ file: String) -> String { URL(filePath: file).standardizedFileURL.resolvingSymlinksInPath().path }

    func report(_ text: String) {
        // A text that clears the rest of its line is overwritten by the next one.
        let isProgress = text.hasSuffix("\u{1B}[K")
        FileHandle.standardError.write(Data((isProgress ? text : text + "\n").utf8))
    }
}

exit(InspectCommand(ProcessConsole()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
