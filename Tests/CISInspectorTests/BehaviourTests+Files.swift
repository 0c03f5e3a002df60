import CIS
import CISInspector
import Foundation
import TestSupport
import Testing

/// Recordings in files.
extension `Behaviour level` {
    @Test func `a file can be read while it is written`() async throws {
        let file = URL.temporaryDirectory.appending(path: "growing-\(UInt64.random(in: 0 ... .max)).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        let scene = Ledger.assemble()
        let recorder = Recorder(to: file, keeping: .init(events: 2))
        recorder.record(scene)
        for amount in 0..<5 { await scene.run(.add(amount)) }
        _ = await recorder.bytes()
        let recording = try Recording(contentsOf: file)
        #expect(recording.isCut && recording.problems == [])
        #expect(recording.lines.count == 16)
    }

    @Test func `only the owner can read a file, also behind a link, and it is emptied`() async throws {
        let file = URL.temporaryDirectory.appending(path: "private-\(UInt64.random(in: 0 ... .max)).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        }
        try await Recorder(to: file).finish()
        #expect(try mode() == 0o600)
        let link = file.appendingPathExtension("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        defer { try? FileManager.default.removeItem(at: link) }
        for path in [link, file] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            try Data(repeating: 0, count: 100_000).write(to: file)
            try await Recorder(to: path).finish()
            #expect(try mode() == 0o600)
            #expect(try Recording(contentsOf: file).problems == [])
        }
    }

    @Test func `a file that cannot be written is an error at the end`() async {
        let recorder = Recorder(to: URL(filePath: "/dev/null/run.cisrec"))
        await #expect(throws: (any Error).self) { try await recorder.finish() }
    }

    @Test func `a function is recorded from its begin to its end`() async throws {
        let file = URL.temporaryDirectory.appending(path: "function-\(UInt64.random(in: 0 ... .max)).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        let scene = Ledger.assemble()
        let total = try await Recorder.record(scene, to: file) {
            await scene.run(.add(2))
            return scene.state.total
        }
        await scene.run(.add(3))
        let recording = try Recording(contentsOf: file)
        #expect(total == 2 && !recording.isCut && recording.problems == [])
        #expect(recording.lines.map(\.kind) == [.open, .action, .mutation, .done])
    }

    @Test func `a function that throws has a recording with its end`() async throws {
        let file = URL.temporaryDirectory.appending(path: "thrown-\(UInt64.random(in: 0 ... .max)).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        let scene = Ledger.assemble()
        await #expect(throws: CancellationError.self) {
            try await Recorder.record(scene, to: file) { throw CancellationError() }
        }
        #expect(try Recording(contentsOf: file).isCut == false)
    }

    @Test func `without a file a function only runs, and without a way to make the file it does not`() async throws {
        let scene = Ledger.assemble()
        try await Recorder.record(scene, to: nil) { await scene.run(.add(1)) }
        let error = await #expect(throws: (any Error).self) {
            try await Recorder.record(scene, to: URL(filePath: "/dev/null/run.cisrec")) { await scene.run(.add(1)) }
        }
        // The sentence is for the user of a program.
        let sentence = error.map { "\($0)" } ?? ""
        #expect(
            sentence == "/dev/null/run.cisrec cannot be written: there is no folder /dev/null. "
                + "Make it, or name a file in another folder.")
        #expect(scene.state.total == 1)
    }

    @Test func `a folder is not written, and the message names a file in it`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "folder-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = await #expect(throws: (any Error).self) {
            try await Recorder.record(Ledger.assemble(), to: URL(filePath: folder.path)) {}
        }
        #expect(
            error.map { "\($0)" } == "\(folder.path) cannot be written: it is a folder. Name a file in it.")
    }
}
