import CISInspector
import Foundation
import Testing

@testable import counter

/// The options of the program, from outside.
@Suite struct `The options` {
    /// Runs the program, and returns its exit code and what it has written to standard error, or to standard output.
    private func run(_ arguments: [String], output: Bool = false, to file: FileHandle = .nullDevice) throws -> (
        code: Int32, text: String
    ) {
        let process = Process()
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        process.executableURL = bundle.bundleURL.deletingLastPathComponent().appending(path: "counter")
        #else
        process.executableURL = Bundle.main.bundleURL.appending(path: "counter")
        #endif
        process.arguments = arguments
        let pipe = Pipe()
        if output { process.standardOutput = pipe } else { process.standardOutput = file }
        if !output { process.standardError = pipe }
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func `the recording has the counter and the one on top, to its end, and can be replayed`() throws {
        let file = URL.temporaryDirectory.appending(path: "counter-\(UUID().uuidString).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try run(["--record", file.path]).code == 0)
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.place) == [nil, "1"])
        #expect(recording.lines.filter { $0.kind == .drop }.map(\.name) == ["saveTapped"])
        #expect(recording.lines.filter { $0.kind == .output }.map(\.name).last == "saved")
        let replay = try Replay(recording, of: CounterStore.self)
        #expect(replay.steps.count > 5 && replay.firstDivergence()?.description == nil)
    }

    @Test func `a file that cannot be made, or a wrong option, is a sentence and an exit code`() throws {
        let missing = try run(["--record", "/dev/null/run.cisrec"])
        #expect(missing.code == 1 && missing.text.hasPrefix("counter: /dev/null/run.cisrec cannot be written: "))
        for words in [["--record"], ["--record", "--trace"], ["count"], ["--trace"], ["--record", "file", "count"]] {
            let text = "counter: “\(words.joined(separator: " "))” is not understood. --help lists the options.\n"
            #expect(try run(words) == (64, text))
        }
    }

    #if os(Linux)  // Other systems have no /dev/full.
    @Test(arguments: [["--help"], []])
    func `output that cannot be written is a sentence and an exit code`(arguments: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let (code, errors) = try run(arguments, to: full)
        #expect(code == 74 && errors.hasSuffix("counter: Standard output could not be written.\n"))
    }
    #endif

    @Test func `the help is on standard output, and no error`() throws {
        let help = try run(["--help"], output: true)
        #expect(help.code == 0 && help.text.hasPrefix("usage: counter [--record FILE]\n\nShows a policy"))
    }
}
