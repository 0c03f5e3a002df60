import CIS
import CISInspector
import CISInspectorTesting
import CISTesting
import Testing

/// Recordings of tests that fail. What would be attached is kept instead, because a test cannot read its attachments.
@MainActor
@Suite(.serialized)
struct `Recordings of failing tests` {
    final class KeptRecording: RunRecording {
        static var kept: [(failed: [UInt8], held: [UInt8]?)] = []
        private let recorder = RunRecorder()

        func record(_ scene: any SceneNode) { recorder.record(scene) }
        func stop() { recorder.stop() }
        func end() async -> [UInt8] { await recorder.end() }

        static func attach(_ failed: [UInt8], comparedWith held: [UInt8]?, at place: SourcePlace) {
            kept.append((failed, held))
        }
    }

    /// A shelf whose calls are recorded.
    struct RecordedShelf: SceneFixture {
        let worker = ShelfWorkerDouble()
        func assemble(_ state: Shelf.State) -> SceneRuntime<Shelf> {
            Shelf.assemble(state, worker: RecordedShelfWorker(worker))
        }
    }

    private struct Stop: Error {}

    /// Runs a test that may fail. Returns what it would attach.
    private func attached(
        by test: @MainActor () async throws -> Void
    ) async -> [(failed: [UInt8], held: [UInt8]?)] {
        KeptRecording.kept = []
        await TestFailure.$sink.withValue(TestFailure.Sink { _ in }) {
            await TestFailure.$recording.withValue(KeptRecording.self) { try? await test() }
        }
        return KeptRecording.kept
    }

    private func sentences(_ bytes: [UInt8]) throws -> [String] {
        let recording = try Recording(reading: bytes)
        #expect(recording.problems.isEmpty)
        return recording.lines.map(\.sentence)
    }

    // MARK: Scenarios

    @Test func `a scenario that fails is attached, with its calls, and one that holds is not`() async throws {
        for message in ["", "offline"] {
            let attached = await attached {
                await given(RecordedShelf(), .init()) { test in
                    test.worker.borrowStub.always(.value(.long))
                    await test.when(.borrow("Emma"))
                    test.then(\.message == message)
                }
            }
            guard !message.isEmpty else {
                #expect(attached.isEmpty)
                continue
            }
            try #require(attached.count == 1)
            let lines = try sentences(attached[0].failed)
            #expect(lines.contains("action .borrow(\"Emma\") in scene 1"))
            #expect(lines.contains("call borrow(title: \"Emma\", days: 3) in scene 1 of ShelfWorker"))
            #expect(lines.contains("mutation .borrowed(.long) in scene 1, commit 1"))
            #expect(attached[0].held == nil)
        }
    }

    @Test func `a scenario that throws is attached`() async throws {
        let attached = await attached {
            try await given(RecordedShelf(), .init()) { _ in throw Stop() }
        }
        #expect(attached.count == 1)
    }

    @Test func `a scenario in which an expectation of Swift Testing fails is attached`() async throws {
        var count = 0
        await withKnownIssue {
            count = await attached {
                await given(RecordedShelf(), .init()) { test in #expect(test.state.books.count == 1) }
            }.count
        }
        #expect(count == 1)
    }

    @Test(.recorded(redacting: Redaction(cases: ["borrow"])))
    func `what a test wants to be left out is in no attachment`() async throws {
        let attached = await attached {
            await given(RecordedShelf(), .init()) { test in
                test.worker.borrowStub.always(.value(.long))
                await test.when(.borrow("Emma"))
                test.then(\.message == "offline")
            }
        }
        try #require(attached.count == 1)
        #expect(!String(decoding: attached[0].failed, as: UTF8.self).contains("Emma"))
    }

    // MARK: Explorations

    @Test func `an order that fails is attached, and the nearest one that holds`() async throws {
        let attached = await attached {
            await explore(RecordedShelf(), .init()) { test in
                test.worker.loadStub.always(.compute { [Shelf.Book(title: "\($0)")] })
                await test.when(inOrder: .load(1), .load(2))
                test.then(\.books == [Shelf.Book(title: "2")])
            }
        }
        try #require(attached.count == 1)
        let (failed, held) = (try sentences(attached[0].failed), try sentences(attached[0].held ?? []))
        let mutations = [failed, held].map { lines in lines.filter { $0.hasPrefix("mutation") } }
        #expect(mutations[0].last == "mutation .loaded([{title: \"1\"}]) in scene 1, commit 2")
        #expect(mutations[1].last == "mutation .loaded([{title: \"2\"}]) in scene 1, commit 2")
        // The orders differ after both actions have begun.
        let same = zip(failed, held).prefix(while: { $0 == $1 }).count
        #expect(failed.prefix(same).contains("action .load(2) in scene 1"))
    }

    @Test func `a fault that fails is attached, and the same order without it`() async throws {
        let attached = await attached {
            await explore(RecordedShelf(), .init(), injecting: .faults) { test in
                test.worker.loadStub.always(.compute { [Shelf.Book(title: "\($0)")] })
                test.finally("the shelf is loaded") { !$0.books.isEmpty }
                await test.when(.load(1))
            }
        }
        try #require(attached.count == 1)
        let (failed, held) = (try sentences(attached[0].failed), try sentences(attached[0].held ?? []))
        #expect(failed.contains { $0.hasPrefix("mutation .failed") })
        let mutation = held.last(where: { $0.hasPrefix("mutation") })
        #expect(mutation == "mutation .loaded([{title: \"1\"}]) in scene 1, commit 1")
    }

    @Test func `without an order that holds, the failing one is attached alone`() async throws {
        let attached = await attached {
            await explore(RecordedShelf(), .init()) { test in
                test.worker.loadStub.always(.compute { _ in [] })
                await test.when(concurrently: .load(1), .load(2))
                test.then(\.message == "offline")
            }
        }
        #expect(attached.count == 1 && attached.first?.held == nil)
    }

    // MARK: The trait

    @Test(.recorded) func `the trait attaches recordings and pages`() async throws {
        await withKnownIssue {
            await given(RecordedShelf(), .init()) { test in test.then(\.message == "offline") }
        }
        let texts = ["{\"failed\"}", "{\"held\"}"]
        let (failed, held) = (Array(texts[0].utf8), Array(texts[1].utf8))
        for other in [nil, held] {
            let files = RunRecorder.files(failed, comparedWith: other)
            let names = ["failed.cisrec", "failed.html"] + (other == nil ? [] : ["held.cisrec"])
            #expect(files.map { $0.name } == names)
            #expect(files[0].bytes == failed && files.dropFirst(2).first?.bytes == other)
            let page = String(decoding: files[1].bytes, as: UTF8.self)
            #expect(texts.map { page.contains($0) } == [true, other != nil])
        }
    }
}
