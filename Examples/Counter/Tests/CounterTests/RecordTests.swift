import CISInspector
import Foundation
import Testing

/// The program with `--record`, from outside.
@Suite struct `The option --record` {
    /// Runs the program, and returns its exit code and what it has written to standard error.
    private func run(_ arguments: String...) throws -> (code: Int32, errors: String) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "counter")
        process.arguments = arguments
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func `the recording has the counter and the one on top, to its end`() throws {
        let file = URL.temporaryDirectory.appending(path: "counter-\(UUID().uuidString).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try run("--record", file.path).code == 0)
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.place) == [nil, "1"])
        #expect(recording.lines.filter { $0.kind == .drop }.map(\.name) == ["saveTapped"])
        #expect(recording.lines.filter { $0.kind == .output }.map(\.name).last == "saved")
    }

    @Test func `a file that cannot be made, or a wrong option, is a sentence and an exit code`() throws {
        let missing = try run("--record", "/dev/null/run.cisrec")
        #expect(missing.code == 1 && missing.errors.hasPrefix("counter: /dev/null/run.cisrec cannot be written: "))
        #expect(try run("--record") == (64, "usage: counter [--record FILE]\n"))
        #expect(try run("count").code == 64)
    }
}
