import CISInspector
import Foundation

/// The files and the streams of the process.
package struct ProcessConsole: InspectCommand.Console {
    /// Why a file is not read, although it can be opened.
    private enum Refusal: String, LocalizedError {
        case folder = "it is a folder. Name a file in it."
        case device = "it is a device."

        var errorDescription: String? { rawValue }
    }

    /// Creates a console.
    package init() {}

    // Who sets NO_COLOR reads colors badly, or reads the text with another program.
    package var isTerminal: Bool {
        isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }
    package var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    package func read(_ file: String?) throws -> [UInt8] {
        // A handle, because `Data` reads no pipe that has a name.
        let handle = try file.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .standardInput
        var status = stat()
        if fstat(handle.fileDescriptor, &status) == 0 {
            let type = status.st_mode & S_IFMT
            if type == S_IFDIR { throw Refusal.folder }
            // Some devices have no end.
            if file != nil, type == S_IFCHR || type == S_IFBLK { throw Refusal.device }
        }
        return Array(try handle.readToEnd() ?? Data())
    }

    package func write(_ text: String, to file: String?) throws {
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

    package func resolved(_ file: String) -> String {
        URL(filePath: file).standardizedFileURL.resolvingSymlinksInPath().path
    }

    package func report(_ text: String) {
        // A text that clears the rest of its line is overwritten by the next one.
        let isProgress = text.hasSuffix("\u{1B}[K")
        FileHandle.standardError.write(Data((isProgress ? text : text + "\n").utf8))
    }
}
