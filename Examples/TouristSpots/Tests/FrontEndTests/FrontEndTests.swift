import CISInspector
import Foundation
import Testing

/// Tests each front end that can run on this machine. `contract.py` drives it from outside: it sends keys, and reads the screen.
@Suite(.serialized) struct FrontEndTests {
    private static func has(_ programs: String...) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return programs.allSatisfy { program in
            folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    /// Whether the accessibility service is installed, from which a test reads what a window shows.
    private static var hasAccessibility: Bool {
        FileManager.default.fileExists(atPath: "/usr/share/dbus-1/services/org.a11y.Bus.service")
    }

    /// Runs the contract. If it fails, its report is the message of the failure.
    private func expectContract(of frontEnd: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let contract = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "Contract/contract.py"
        ).path
        process.arguments = ["python3", contract, frontEnd, Bundle.main.bundleURL.path]
        let report = Pipe()
        process.standardOutput = report
        process.standardError = report
        try process.run()
        let text = String(decoding: report.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }

    @Test func `with --record the list in a pipe leaves a recording`() throws {
        let file = URL.temporaryDirectory.appending(path: "spots-\(UUID().uuidString).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try list("--record", file.path).code == 0)
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.name) == ["TouristSpots"])
        #expect(recording.lines.first { $0.kind == .action }?.name == "appeared")
        #expect(recording.lines.contains { $0.kind == .mutation })
    }

    @Test func `with --record a host in another language leaves a recording`() throws {
        let file = URL.temporaryDirectory.appending(path: "spots-\(UUID().uuidString).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "tourist-spots")
        process.arguments = ["--bridge", "stdio", "--record", file.path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let messages = """
            {"type":"hello","v":[1,1],"window":8}
            {"type":"open","ref":1,"scene":"touristSpots"}
            {"type":"act","ref":2,"scene":1,"n":1,"action":{"appeared":{}}}

            """
        try input.fileHandleForWriting.write(contentsOf: Data(messages.utf8))
        var answers = Data()
        while answers.range(of: Data(#""type":"done""#.utf8)) == nil {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "\(String(decoding: answers, as: UTF8.self))")
            answers += more
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut && process.terminationStatus == 0)
        #expect(recording.lines.contains { $0.kind == .mutation })
    }

    @Test func `a recording that cannot be written is a sentence and an exit code`() throws {
        let (code, errors) = try list("--record", "/dev/null/run.cisrec")
        #expect(code == 1 && errors.hasPrefix("tourist-spots: /dev/null/run.cisrec cannot be written: "))
    }

    @Test(arguments: ["tourist-spots", "tourist-spots-gtk", "tourist-spots-gallery"])
    func `help that cannot be written is a sentence and an exit code`(name: String) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let (code, errors) = try list("--help", program: name, output: full)
        #expect(code == 74 && errors.contains("Standard output could not be written"))
    }

    /// Runs a program. Returns its exit code and what it has written to standard error.
    private func list(
        _ arguments: String..., program: String = "tourist-spots", output: FileHandle = .nullDevice
    ) throws -> (code: Int32, errors: String) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: program)
        process.arguments = arguments
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func `TS-01 to TS-07, TS-13, TS-14 in a terminal`() throws { try expectContract(of: "terminal") }

    @Test(.enabled(if: has("python3"), "apt-get install python3"))
    func `TS-01 to TS-07, TS-13, TS-14 in Python`() throws { try expectContract(of: "python") }

    @Test(.enabled(if: has("python3", "Xvfb", "xdotool"), "apt-get install python3 xvfb xdotool"))
    func `TS-01 to TS-07, TS-13, TS-14 in a window`() throws { try expectContract(of: "gtk") }

    @Test(
        .enabled(
            if: has("python3", "Xvfb", "dbus-run-session") && hasAccessibility,
            "apt-get install python3 xvfb dbus at-spi2-core"))
    func `TS-01 to TS-07, TS-13, TS-14 in a window, as assistive technology drives it`() throws {
        try expectContract(of: "accessible")
    }

    @Test(.enabled(if: has("python3", "cc"), "apt-get install python3 gcc"))
    func `TS-01 to TS-07, TS-13, TS-14 in C, where nothing leaks`() throws { try expectContract(of: "c") }

    @Test(.enabled(if: has("python3", "chromium"), "apt-get install python3 chromium"))
    func `TS-01 to TS-07, TS-13, TS-14 in a page`() throws { try expectContract(of: "web") }

    @Test(
        .enabled(
            if: has("python3", "tmux", "Xvfb", "xdotool", "chromium"),
            "apt-get install python3 tmux xvfb xdotool chromium"))
    func `TS-02 to TS-05, TS-07, TS-13, TS-14 in a terminal, a window and a page that show one scene`() throws {
        try expectContract(of: "gallery")
    }
}
