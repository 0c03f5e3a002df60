import CIS
import CISInspector
import Foundation
import TestSupport
import Testing

/// What a recorder writes of actions, children, outputs, drops and causes.
@MainActor
@Suite struct `Behaviour level` {
    private func sentences(_ recorder: Recorder) async throws -> [String] {
        try await recorder.recording().lines.map { line in
            line.sentence + (line.cause.map { " < #\($0)" } ?? "") + (line.via.map { " \($0)" } ?? "")
        }
    }

    @Test func `an action, its mutations, outputs and side effects have their causes`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.save(2))
        #expect(
            try await sentences(recorder) == [
                "scene 1 opened: Ledger",
                "action .save(2) in scene 1",
                "mutation .saved(2) in scene 1, commit 1 < #2",
                "output .saved(2) in scene 1, unheard < #3 effects",
                "mutation .tagged(\"saved\", weight: 2.0) in scene 1, commit 2 < #3 effects",
                "end of #2: finished",
            ])
    }

    @Test func `overlapping actions are recorded with their ends, in the order of their ends`() async throws {
        let recording = try await Ledger.recordedRace().recorder.recording()
        let numbers = recording.lines.filter { $0.kind == .action }.map(\.number)
        #expect(recording.lines.filter { $0.kind == .done }.map(\.ended) == numbers.reversed())
        #expect(
            recording.lines.filter { $0.name == "saved" && $0.kind == .mutation }.map(\.cause) == numbers.reversed())
        let call = try #require(recording.lines.first { $0.kind == .action }?.callSite)
        #expect(call.hasPrefix("CISInspectorTests/Ledger.swift:"))
    }

    @Test func `a child is recorded from its first action on, with its parent, place and cause`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.openSheet)
        await scene.run(.closeSheet)
        let recording = try await recorder.recording()
        let opened = try #require(recording.scenes.last)
        #expect(opened.name == "Note" && opened.parent == 1 && opened.place == "sheet" && opened.via == "commit")
        #expect(recording.lines.first { $0.number == opened.cause }?.name == "sheetShown")
        let child = recording.lines.filter { $0.scene == 2 }
        #expect(child.map(\.kind) == [.open, .action, .mutation, .stop])
        #expect(child.first { $0.kind == .action }?.name == "appeared")
        #expect(child.first { $0.kind == .action }?.opaque == "Action")
    }

    @Test func `scenes below a scene that was there before are recorded, too`() async throws {
        let scene = Ledger.assemble()
        await scene.run(.openSheet)
        let recorder = Recorder()
        recorder.record(scene)
        let child: SceneRuntime<Note>? = scene.child(of: \.sheet)
        await child?.run(.typed("a", at: 3))
        let recording = try await recorder.recording()
        #expect(recording.scenes.map(\.name) == ["Ledger", "Note"])
        #expect(recording.lines.last { $0.kind == .action }?.value?.json == #"{"typed":{"_0":"a","at":3}}"#)
        #expect(
            recording.lines.last { $0.kind == .mutation }?.value?.json
                == #"{"typed":{"_0":"a","_1":[{"text":"a"}]}}"#)
    }

    @Test func `a scene that no recorded scene has made is not recorded`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        let other = Ledger.assemble()
        await other.run(.add(1))
        #expect(try await recorder.recording().lines.count == 1)
    }

    @Test func `drops and stops are recorded with their reasons`() async throws {
        let bank = Bank()
        bank.gates = [1: Gate()]
        let scene = Ledger.assemble(bank: bank)
        let recorder = Recorder()
        recorder.record(scene)
        let action = scene.execute(.save(1))
        await bank.gates[1]?.reached()
        scene.stop()
        scene.execute(.add(2))
        bank.gates[1]?.open()
        await action.value
        let lines = try await recorder.recording().lines
        #expect(lines.map(\.kind) == [.open, .action, .stop, .drop, .drop, .done])
        #expect(lines.map(\.reason) == [nil, nil, nil, "stopped", "cancelled", nil])
        #expect(lines.map(\.dropped) == [nil, nil, nil, "action", "mutation", nil])
        #expect(lines.last?.ending == "cancelled")
    }

    @Test func `what cannot be replayed is said when the recording begins`() async throws {
        let scene = Note.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        #expect(
            recorder.notReplayable
                == ["CISInspectorTests.Note.Mutation is not Codable, so Note can be looked at, but not replayed."])
        await scene.run(.appeared)
        let recording = try await recorder.recording()
        let error = #expect(throws: ReplayError.self) { try Replay(recording, of: SameNote.self) }
        #expect(error?.code == .notCodable)
        #expect(
            error?.description
                == "Line 4, mutation showed: Mutation was recorded by description, because it is not Codable.")
    }

    @Test func `after the end of the recording nothing is recorded`() async throws {
        let file = URL.temporaryDirectory.appending(path: "finished-\(UInt64.random(in: 0 ... .max)).cisrec")
        defer { try? FileManager.default.removeItem(at: file) }
        let scene = Ledger.assemble()
        let recorder = Recorder(to: file)
        recorder.record(scene)
        await scene.run(.add(1))
        try await recorder.finish()
        await scene.run(.add(2))
        #expect(try await recorder.recording().lines.count == 4)
        let recording = try Recording(contentsOf: file)
        #expect(!recording.isCut && recording.problems == [])
        #expect(recording.lines.map(\.kind) == [.open, .action, .mutation, .done])
    }
}

private final class SameNote: Store {
    let publisher = StatePublisher(Note.State())
    nonisolated static func mutate(_ state: inout Note.State, by mutation: CodableMutation) {}
    enum CodableMutation: Sendable, Codable { case showed }
}
