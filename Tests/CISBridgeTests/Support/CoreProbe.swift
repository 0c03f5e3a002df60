#if os(Linux)
import Foundation
import Testing

/// Runs a check in a program that behaves like a host in C. The check needs a synchronous main function, which tests do
/// not have.
func expectSuccess(ofCoreCheck name: String, at location: SourceLocation = #_sourceLocation) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "bridge-core-probe")
    process.arguments = [name]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text == "\(name): 0 failures\n", "\(text)", sourceLocation: location)
}
#endif
