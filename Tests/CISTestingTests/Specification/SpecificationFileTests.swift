import CIS
import CISTesting
import Foundation
import TestSupport
import Testing
import XCTest

/// The file that scenarios write.
@Suite struct `Specifications: files` {
    /// Calls the body with the path of a temporary file.
    private func withFile(_ body: (String) async throws -> Void) async rethrows {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("specification-\(UUID()).md").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: 12, column: 1)

    @Test func `nothing is written unless it is requested`() {
        for path in [nil, ""] {
            Specification.$path.withValue(path) {
                #expect(!Specification.isRequested)
                // This would fail if it tried to write to a file without a name.
                Specification.record(ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [], at: place)
            }
        }
    }

    @Test func `if the file cannot be renamed, the draft is removed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("specification-\(UUID())")
        let taken = folder.appendingPathComponent("taken.md")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: SpecificationError.self) {
            try SpecificationFile(taken.path).record(
                ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [])
        }
        #expect(error?.description == "\(taken.path) cannot be read: Is a directory.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken.md"])
    }

    @Test func `scenarios that end at the same time are all in the file`() async throws {
        let count = fewerWhenSanitized(64)
        try await withFile { path in
            await Specification.$path.withValue(path) {
                await withTaskGroup { group in
                    for number in 0..<count {
                        group.addTask {
                            Specification.record(
                                ScenarioRow(feature: "F", scenario: "scenario \(number)", passed: true), exercised: [],
                                at: place)
                        }
                    }
                }
            }
            let table = try SpecificationTable(markdown: String(contentsOfFile: path, encoding: .utf8))
            #expect(table.rows.map(\.name) == (0..<count).map { "scenario \($0)" })
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let name = URL(fileURLWithPath: path).lastPathComponent
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(name) }
            #expect(files == [name])
        }
    }

    @Test func `a scenario that failed once in a run has failed, whatever other arguments did`() async throws {
        try await withFile { path in
            let file = SpecificationFile(path)
            for passed in [true, false, true] {
                try file.record(ScenarioRow(feature: "F", scenario: "a", passed: passed), exercised: [])
            }
            let table = try SpecificationTable(markdown: String(contentsOfFile: path, encoding: .utf8))
            #expect(table.rows.map { $0["Result"] } == ["✗"])
        }
    }

    @Test func `a file that cannot be written or holds something else fails the test`() async throws {
        try await withFile { path in
            try "Something else.".write(toFile: path, atomically: true, encoding: .utf8)
            let caught = Caught()
            TestFailure.$sink.withValue(caught.sink) {
                for target in [path, "/nowhere/at/all.md"] {
                    Specification.$path.withValue(target) {
                        Specification.record(
                            ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [], at: place)
                    }
                }
            }
            #expect(
                caught.messages == [
                    "The specification was not written (SPECIFICATION=\(path)): There is no table with the columns Id, "
                        + "Feature, Scenario, Given, When, Then, Result. Delete the file to have it written anew.",
                    "The specification was not written (SPECIFICATION=/nowhere/at/all.md): /nowhere/at/all.md cannot be "
                        + "written: No such file or directory.",
                ])
            #expect(caught.lines == [12, 12])
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "Something else.")
        }
    }

    @Test func `a file that is not text is refused`() async throws {
        try await withFile { path in
            try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: path))
            #expect(throws: SpecificationError.self) {
                try SpecificationFile(path).record(
                    ScenarioRow(feature: "F", scenario: "a", passed: true), exercised: [])
            }
        }
    }
}

/// The cases that scenarios exercise in their scenes.
@MainActor @Suite struct `Specifications: cases of a scene` {
    @Test func `the cases of a scene are recorded, even if it was released`() async throws {
        let recorder = Recorder()
        var cases: DefinitionCases
        do {
            let scene = Shop.assemble()
            cases = try #require(DefinitionCases(of: scene))
            let token = scene.attach(recorder)
            await scene.execute(.opened).value
            withExtendedLifetime(token) {}
        }
        for event in recorder.events { cases.note(event.kind) }
        #expect(cases.definition == "Shop")
        #expect(cases.unexercised(.action) == ["waited"])
        #expect(cases.exercised[.action] == ["opened"])
        #expect(cases.unexercised(.mutation) == ["noted"])
    }

    private final class Recorder: SceneObserver {
        var events: [SceneEvent] = []
        func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
            events.append(event)
            return nil
        }
    }
}
