import Foundation
import SceneTemplates
import Testing

/// The template has the same structure as the examples. These tests keep both in step.
@Suite struct `The examples and the template` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The packages with scenes. The other packages are libraries for them. The scenes of the benchmarks are workloads,
    /// which nobody should copy.
    private static var examples: [String] {
        let folder = root.appending(path: "Examples")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0 != "Benchmarks" }.filter { name in
            let sources = folder.appending(path: "\(name)/Sources")
            let files =
                FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects as? [URL]
            return files?.contains { file in
                (try? String(contentsOf: file, encoding: .utf8))?.contains(": SceneDefinition") == true
            } == true
        }
    }

    @Test func `the examples are found`() {
        #expect(Self.examples.contains("Receipt") && Self.examples.contains("Counter"))
    }

    @Test(arguments: examples)
    func `an example has nothing to report`(name: String) {
        let answer = Sandbox().run(
            "lint-scenes", "--package-path", Self.root.appending(path: "Examples/\(name)").path, on: DiskFiles())
        #expect(answer.errors.isEmpty)
        #expect(answer.output.first?.hasSuffix(", 0 to report.") == true, "\(answer.output)")
    }

    /// The lines that the templates of both kinds have in common, whatever the scene is about.
    private static let outline = [
        "enum X: SceneDefinition", "typealias Worker = any XWorker", "enum Action: Sendable", "enum UseCase: Sendable",
        "enum Mutation: Sendable",
        "struct State: SceneState", "struct DomainState: Sendable",
        "final class XController: SceneController<X>, Controller",
        "func handle(_ action: X.Action) async", "switch action",
        "final class XInteractor: SceneInteractor<X>, Interactor",
        "func perform(_ useCase: X.UseCase) async", "final class XStore: SceneStore<X>, Store",
        "nonisolated static func mutate(_ state: inout X.State, by mutation: X.Mutation)",
        "switch mutation", "protocol XWorker: AnyObject, Sendable", "extension X", "-> SceneRuntime<X>",
    ]

    /// The text of all files of a scene, with X for its name, and with the same blanks as the outline.
    private func text(_ folder: URL, _ name: String) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let texts = try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
        return texts.joined(separator: "\n").replacing(name, with: "X").replacing(#/\s+/#, with: " ")
            .replacing("( ", with: "(").replacing(" )", with: ")")
    }

    @Test(arguments: [[], ["--no-output"], ["--field", "title"]])
    func `a generated scene has the outline`(options: [String]) {
        let sandbox = Sandbox()
        #expect(sandbox.run(["new-scene", "Movies"] + options).code == 0)
        let text = sandbox.paths("Sources/App/Movies").map { sandbox["Sources/App/Movies/" + $0] }.joined(
            separator: "\n"
        )
        .replacing("Movies", with: "X").replacing(#/\s+/#, with: " ")
        #expect(Self.outline.filter { !text.contains($0) } == [])
    }

    @Test(arguments: [
        ("Receipt/Sources/ReceiptScenes/UploadReceipt", "UploadReceipt"),
        ("Receipt/Sources/ReceiptScenes/AddRequests", "AddRequests"),
        ("TouristSpots/Sources/TouristSpotsScenes/TouristSpots", "TouristSpots"),
    ])
    func `a scene of an example has the outline and the files of the template`(folder: String, name: String) throws {
        let place = Self.root.appending(path: "Examples/" + folder)
        let text = try text(place, name)
        #expect(Self.outline.filter { !text.contains($0) } == [])

        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", name).code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        #expect(files == sandbox.paths("Sources/App/" + name))
    }

    /// A scene without rules has no interactor, and fewer parts.
    @Test func `every scene of an example that has rules has the files of the template`() throws {
        var missing: [String] = []
        for example in Self.examples {
            let sources = Self.root.appending(path: "Examples/\(example)/Sources")
            let paths = try Set(FileManager.default.subpathsOfDirectory(atPath: sources.path))
            for path in paths where path.hasSuffix("Interactor.swift") {
                let scene = path.dropLast("Interactor.swift".count)
                for part in ["", "Assembly", "Controller", "Store"] where !paths.contains("\(scene)\(part).swift") {
                    missing.append("\(example): \(scene)\(part).swift")
                }
            }
        }
        #expect(missing == [])
    }
}
