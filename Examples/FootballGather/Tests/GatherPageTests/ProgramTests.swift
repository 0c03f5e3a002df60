import CISInspector
import CISWorkers
import Foundation
import GatherServices
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The program `football-gather`, from outside.
@Suite struct ProgramTests {
    private static let program = Bundle.main.bundleURL.appending(path: "football-gather").path

    @Test func `--web serves the page over a server of its own, and a signal ends both`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = ChildProcess.pipe()
        // Without an option, the database is in the folder for the data of programs.
        let process = try ChildProcess(
            [Self.program, "--web", "0", "players/add"], environment: ["XDG_DATA_HOME": folder.path],
            descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        let line = await output.reading.line()
        #expect(line.hasPrefix("http://127.0.0.1:") && line.hasSuffix("/#/players/add"))
        let (page, _) = try await URLSession.shared.data(from: try #require(URL(string: line)))
        #expect(String(decoding: page, as: UTF8.self).contains("<title>Football Gather</title>"))
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "football-gather/gather.sqlite").path))
        kill(process.pid, SIGTERM)
        #expect(await process.end() == 0)
    }

    @Test(arguments: [["--help"], ["--bridge", "schema"]])
    func `help and types are printed without a server`(arguments: [String]) async throws {
        let output = ChildProcess.pipe()
        let process = try ChildProcess(
            [Self.program] + arguments, environment: ["XDG_DATA_HOME": "/nowhere"],
            descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        #expect(await !output.reading.line().isEmpty)
        #expect(await process.end() == 0)
    }

    @Test(arguments: [
        ["football-gather", "--help"], ["football-gather", "--bridge", "schema"], ["gather-server", "--help"],
    ])
    func `help and types that cannot be written are a sentence, and the status 74`(words: [String]) async throws {
        let errors = ChildProcess.pipe()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let program = Bundle.main.bundleURL.appending(path: words[0]).path
        let process = try ChildProcess([program] + words.dropFirst(), descriptors: [1: full, 2: errors.writing])
        try errors.writing.close()
        #expect(await errors.reading.line().contains("Standard output could not be written"))
        #expect(await process.end() == 74)
    }

    @Test func `--record leaves a recording of a script, without its password`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "run.cisrec")
        let input = ChildProcess.pipe()
        let script = ["username ada", "password hunter2", "register", "add", "name Ann", "done", ""]
        try input.writing.write(contentsOf: Data(script.joined(separator: "\n").utf8))
        try input.writing.close()
        let process = try ChildProcess(
            [Self.program, "--record", file.path], environment: ["XDG_DATA_HOME": folder.path],
            descriptors: [0: input.reading, 1: ChildProcess.nothing])
        #expect(await process.end() == 0)
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.name) == ["GatherFlow", "Login", "PlayerList", "PlayerAdd"])
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("registerTapped") && text.contains("Ann") && !text.contains("hunter2"))
        #expect(text.contains(#""password":{"$redacted":"Password"}"#))
    }

    @Test func `--record leaves a recording of the screens of a host`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "run.cisrec")
        let (input, output) = (ChildProcess.pipe(), ChildProcess.pipe())
        let process = try ChildProcess(
            [Self.program, "--bridge", "stdio", "--record", file.path], environment: ["XDG_DATA_HOME": folder.path],
            descriptors: [0: input.reading, 1: output.writing])
        try output.writing.close()
        let open = #"{"type":"open","ref":1,"scene":"footballGather","input":{}}"#
        for message in [#"{"type":"hello","v":[1,1]}"#, open] {
            try input.writing.write(contentsOf: Data("\(message)\n".utf8))
            #expect(await !output.reading.line().isEmpty)
        }
        try input.writing.close()
        #expect(await process.end() == 0)
        let recording = try Recording(contentsOf: file)
        #expect(recording.problems == [] && !recording.isCut)
        #expect(recording.scenes.map(\.name).prefix(2) == ["GatherFlow", "Login"])
    }

    /// FG-STORE-04: a program that has not used the token does not forget it. Another one may be using it.
    @Test func `a recording that cannot be written ends the program with the reason, and nothing is lost`() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let secrets = GatherStorage(in: folder.appending(path: "football-gather")).secrets
        try await secrets.set("kept", for: .token)
        let errors = ChildProcess.pipe()
        let process = try ChildProcess(
            [Self.program, "--record", "/dev/null/run.cisrec"], environment: ["XDG_DATA_HOME": folder.path],
            descriptors: [0: ChildProcess.nothing, 2: errors.writing])
        try errors.writing.close()
        #expect(await errors.reading.line().hasPrefix("football-gather: /dev/null/run.cisrec cannot be written: "))
        #expect(await process.end() == 1)
        #expect(try await secrets.value(for: .token) == "kept")
    }

    @Test func `a wrong option ends the program with its sentence`() async throws {
        let errors = ChildProcess.pipe()
        let process = try ChildProcess(
            [Self.program, "--web", "x"], descriptors: [0: ChildProcess.nothing, 2: errors.writing])
        try errors.writing.close()
        #expect(
            await errors.reading.line()
                == "football-gather: --web cannot be “x”. It needs a port, from 0 to 65535.")
        #expect(await process.end() == 64)
    }

    @Test func `a database that cannot be used ends the program with the reason`() async throws {
        let errors = ChildProcess.pipe()
        let process = try ChildProcess(
            [Self.program, "--web", "0", "--database", "/nowhere/gather.sqlite"],
            descriptors: [0: ChildProcess.nothing, 2: errors.writing])
        try errors.writing.close()
        #expect(await errors.reading.line().contains("/nowhere/gather.sqlite cannot be written"))
        #expect(await process.end() == 1)
    }
}
