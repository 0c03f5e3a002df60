import CISInspector
import Foundation
import Testing

extension FrontEnds {
    /// `--record`: writes what happens in the scenes to a file.
    @Suite(.enabled(if: has("timeout"))) struct RecordTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")

        @Test func `the recording has the list and the film, from the first action to the last`() throws {
            let file = store.appendingPathExtension("cisrec")
            defer { for one in [store, file] { try? FileManager.default.removeItem(at: one) } }
            let program = try RunningProgram(
                "movies", ["--store", store.path, "--record", file.path], input: "search harbour\nopen 1\n")
            _ = program.wholeOutput()
            #expect(program.status == 0 && program.errors == "")
            let recording = try Recording(contentsOf: file)
            #expect(recording.problems == [] && !recording.isCut)
            let names = recording.scenes.map(\.name)
            #expect(names.first == "MoviesList" && names.contains("MovieDetails"))
            let actions = recording.lines.filter { $0.kind == .action }.map(\.name)
            #expect(actions.contains("searchTapped") && actions.contains("rowTapped"))
        }

        @Test func `a recording that cannot be written is a sentence and an exit code`() throws {
            defer { try? FileManager.default.removeItem(at: store) }
            let program = try RunningProgram(
                "movies", ["--store", store.path, "--record", "/dev/null/run.cisrec"], input: "quit\n")
            _ = program.wholeOutput()
            #expect(program.status == 1)
            #expect(program.errors.hasPrefix("movies: /dev/null/run.cisrec cannot be written: "))
        }
    }
}
