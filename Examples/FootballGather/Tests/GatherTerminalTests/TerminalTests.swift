import Foundation
import Testing

/// The program in a terminal and in a pipe, driven from outside by `contract.py`.
@Suite struct TerminalTests {
    private static func has(_ programs: String...) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return programs.allSatisfy { program in
            folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    /// Runs a group of the contract; its report is the failure.
    private func expectContract(_ group: String) async throws {
        let contract = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Contract/contract.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", contract.path, group, Bundle.main.bundleURL.path]
        let report = Pipe()
        process.standardOutput = report
        process.standardError = report
        try process.run()
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = report.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
        #expect(process.terminationStatus == 0, "\(text)")
    }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func `FG-LOGIN-01 to FG-GATHER-07 by keys, from registering to the stored score`() async throws {
        try await expectContract("evening")
    }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func
        `FG-LOGIN-05, FG-LIST-04, 14, FG-ADD-05, FG-EDIT-08, FG-CONFIRM-07, FG-GATHER-08 the server is killed in each step`()
        async throws
    {
        try await expectContract("outages")
    }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func `FG-STORE-04 the terminal is as before after every end, and the token is forgotten`() async throws {
        try await expectContract("ends")
    }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func `every screen fits 40, 80 and 200 columns`() async throws { try await expectContract("sizes") }

    @Test(.enabled(if: has("python3", "tmux"), "apt-get install python3 tmux"))
    func `scripts use the app in a pipe`() async throws { try await expectContract("pipe") }
}
