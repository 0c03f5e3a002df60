import Foundation
import SceneTemplates

// The checkout that this tool is built from is the library that a generated package depends on.
let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
let environment = ToolEnvironment(
    workingDirectory: FileManager.default.currentDirectoryPath,
    homeDirectory: NSHomeDirectory(),
    libraryDirectory: checkout.path,
    files: DiskFiles(),
    write: { print($0) },
    writeError: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
exit(SceneGenerator.run(Array(CommandLine.arguments.dropFirst()), in: environment))
