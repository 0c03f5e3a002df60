import CISInspector
import Foundation

/// Text that ends with an escape of the terminal replaces the line on which it stands.
func writeError(_ text: String) {
    let isProgress = text.hasSuffix("\u{1B}[K")
    FileHandle.standardError.write(Data((isProgress ? text : text + "\n").utf8))
}

let environment = InspectCommand.Environment(
    readFile: { Array(try Data(contentsOf: URL(filePath: $0))) },
    readStandardInput: { Array(FileHandle.standardInput.readDataToEndOfFile()) },
    writeFile: { try Data($1.utf8).write(to: URL(filePath: $0)) },
    write: { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) },
    writeError: writeError,
    isTerminal: isatty(STDOUT_FILENO) == 1,
    isErrorTerminal: isatty(STDERR_FILENO) == 1)
exit(InspectCommand(environment).run(Array(CommandLine.arguments.dropFirst())).rawValue)
