import CIS
import CISInspector
import CISTesting
import Foundation
import TestSupport
import Testing

/// With recorded answers in the recorded order, controller and interactor make the same mutations:
/// `GeneratedShelfTests.swift` is such a test, and runs with the others.
@MainActor
@Suite struct `I3 behaviour` {
    @Test func `calls and answers are recorded with causes, in the order in which they were received`() async throws {
        let lines = try await Shelf.recorded().recording().lines
        let sentences = lines.map { line in
            line.sentence + (line.cause.map { " < #\($0)" } ?? "") + (line.via.map { " \($0)" } ?? "")
        }
        #expect(
            sentences == [
                "scene 1 opened: Shelf",
                "action .load(1) in scene 1",
                "use case .load(1) in scene 1 < #2",
                "call load(shelf: 1) in scene 1 of ShelfWorker < #3",
                "action .load(2) in scene 1",
                "use case .load(2) in scene 1 < #5",
                "call load(shelf: 2) in scene 1 of ShelfWorker < #6",
                "answer of #7: returned [{title: \"Emma\"}]",
                "mutation .loaded([{title: \"Emma\"}]) in scene 1, commit 1 < #6",
                "end of #6: finished", "end of #5: finished",
                "answer of #4: threw .offline(code: 7)",
                "call text(error: .offline(code: 7)) in scene 1 of ShelfWorker < #3",
                "answer of #13: returned \"no connection\"",
                "mutation .failed(\"no connection\") in scene 1, commit 2 < #3",
                "call show(message: \"no connection\") in scene 1 of ShelfWorker < #15 effects",
                "answer of #16: returned",
                "end of #3: finished", "end of #2: finished",
                "action .borrow(\"Emma\") in scene 1",
                "use case .borrow(\"Emma\") in scene 1 < #20",
                "call borrow(title: \"Emma\", days: 3) in scene 1 of ShelfWorker < #21",
                "answer of #22: returned .long",
                "mutation .borrowed(.long) in scene 1, commit 3 < #21",
                "end of #21: finished", "end of #20: finished", "scene 1 stopped",
            ])
    }

    @Test func `the generated test is the one that runs with the others`() async throws {
        let recording = try await Shelf.recorded().recording()
        let text = try #require(GeneratedTest(recording, name: "GeneratedShelfTests")).text()
            .replacing("\n@testable import CISInspectorTests\n", with: "")
            .replacing(/recording of .*/, with: "recording of Shelf.")
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "GeneratedShelfTests.swift")
        if ProcessInfo.processInfo.environment["CIS_WRITE_GENERATED"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `if the code has changed, the generated test names the first difference`() async throws {
        let failures = LockedValue<[String]>([])
        let sink = TestFailure.Sink { failure in failures.withLock { $0.append(failure.message) } }
        try await TestFailure.$sink.withValue(sink) {
            try await ShelfInteractor.$isChanged.withValue(true) {
                try await GeneratedShelfTests().`the recorded run has the same effects`()
            }
        }
        let first = try #require(failures.withLock { $0 }.first)
        #expect(first.contains("loaded([])") && first.contains("failed(\"no connection\")"), "\(first)")
    }

    @Test func `an answer that cannot be expressed is said where it has to be given`() async throws {
        let answers = [
            #""how":"returned","v":{"data":{}},"opaque":"Page""#,
            #""how":"threw","v":{"a":{}},"opaque":"E","case":"a""#,
            #""how":"threw","v":{"a":{}},"type":"Other.E","case":"a""#,
            #""how":"threw","v":{"a":{}},"type":"M.A; evil(","case":"a""#,
            #""how":"returned","v":{"$redacted":"answer"}"#, #""how":"cancelled","v":{}"#,
            #""how":"returned","v":null,"opaque":"Optional<Page>","type":"Swift.Optional<M.Page>""#,
        ]
        let calls = answers.enumerated().flatMap { index, answer in
            let number = 3 + 2 * index
            return [
                #"{"i":\#(number),"k":"call","t":1,"s":1,"c":2,"case":"load","worker":"W","v":{"load":{}}}"#,
                #"{"i":\#(number + 1),"k":"answer","t":1,"of":\#(number),\#(answer)}"#,
            ]
        }
        let types = #"{"name":"A","state":"M.State","fields":{},"mutation":"M","action":"A","notCodable":[]}"#
        let head = [
            #"{"cisrec":1}"#, #"{"i":1,"k":"open","t":0,"s":1,"name":"A","state":{},"types":\#(types)}"#,
            #"{"i":2,"k":"action","t":1,"s":1,"case":"go","v":{"go":{}}}"#,
        ]
        let text = (head + calls).map { $0 + "\n" }.joined()
        let test = try #require(GeneratedTest(try Recording(reading: Array(text.utf8)), name: "T")).text()
        let lines = test.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let wanted = [3, 5, 7, 9, 11].map {
            "// Not expressible: the answer to call #\($0). Give it here: test.worker.loadStub.release(…)"
        }
        #expect(lines.filter { $0.hasPrefix("// Not") } == wanted)
        #expect(lines.contains("test.worker.loadStub.release(.value(nil))"))
        #expect(lines.contains("test.worker.loadStub.always(.wait)") && !test.contains("evil"))
    }

    @Test func `a thrown case whose values may have no literals is recorded without its name`() async throws {
        enum Lost: Error { case at(URL), offline }
        let cases: [(error: Lost, name: String)] = [(.at(URL(filePath: "/")), ""), (.offline, "offline")]
        for (error, name) in cases {
            let double = ShelfWorkerDouble()
            double.loadStub.always(.error(error))
            double.textStub.always(.value(""))
            let scene = Shelf.assemble(worker: RecordedShelfWorker(double))
            let recorder = Recorder()
            recorder.record(scene)
            await scene.run(.load(1))
            let answer = try await recorder.recording().lines.first { $0.kind == .answer }
            #expect(answer?.ending == "threw" && answer?.name == name)
        }
    }

    @Test func `a call outside of the events of a recorded scene is not recorded`() async throws {
        let double = ShelfWorkerDouble()
        double.borrowStub.always(.value(.short))
        let worker = RecordedShelfWorker(double)
        let (scene, other) = (Shelf.assemble(worker: worker), Shelf.assemble(worker: worker))
        let recorder = Recorder()
        recorder.record(scene)
        #expect(await worker.borrow("A", days: 1) == .short)
        await other.run(.borrow("B"))
        #expect(try await recorder.recording().lines.map(\.kind) == [.open])
        await scene.run(.borrow("C"))
        let calls = try await recorder.recording().lines.filter { $0.kind == .call }
        #expect(calls.map(\.value?.summary) == [#".borrow(title: "C", days: 3)"#])
        #expect(double.borrowStub.calls.map(\.title) == ["A", "B", "C"])
    }

    @Test func `a call whose action is cancelled is answered as cancelled`() async throws {
        let double = ShelfWorkerDouble()
        double.loadStub.always(.wait)
        double.textStub.always(.value(""))
        let scene = Shelf.assemble(worker: RecordedShelfWorker(double))
        let recorder = Recorder()
        recorder.record(scene)
        let action = scene.execute(.load(1))
        await double.loadStub.called()
        action.cancel()
        await action.value
        let answer = try await recorder.recording().lines.first { $0.kind == .answer }
        #expect(answer?.ending == "cancelled")
    }
}
