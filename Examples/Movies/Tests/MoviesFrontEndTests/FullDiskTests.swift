import Foundation
import Testing

extension FrontEnds {
    /// The programs when nothing can be written to standard output, because the disk is full.
    @Suite(.enabled(if: has("timeout") && FileManager.default.fileExists(atPath: "/dev/full"))) struct FullDiskTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
        private let sentence = "error: Standard output could not be written, so what is there is not complete.\n"

        private func expectSentence(
            _ name: String, _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
        ) throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let program = try RunningProgram(name, arguments, input: input, environment: environment, output: full)
            #expect(program.status == 74, "\(name) \(arguments)")
            #expect(program.errors == sentence, "\(name) \(arguments)")
        }

        @Test(arguments: ["movies", "movies-gtk", "movies-server"])
        func `help that cannot be written is a sentence and an exit code`(name: String) throws {
            try expectSentence(name, ["--help"])
        }

        @Test func `a server whose address cannot be written ends with a sentence`() throws {
            try expectSentence("movies-server", [])
        }

        @Test func `the terminal follows all commands, keeps the query, and says that the output is lost`() throws {
            defer { try? FileManager.default.removeItem(at: store) }
            try expectSentence("movies", ["--store", store.path], input: "search harbour\nopen 1\n")
            let next = try RunningProgram("movies", ["--store", store.path], input: "recent\n")
            #expect(next.wholeOutput().contains("1. harbour"))
        }

        @Test(.enabled(if: has("Xvfb"), "apt-get install xvfb"))
        func `the window stays, draws its picture, and says at its end that the output is lost`() throws {
            let display = try Display()
            let picture = store.appendingPathExtension("png")
            defer {
                display.end()
                for file in [store, picture] { try? FileManager.default.removeItem(at: file) }
            }
            let options = ["--store", store.path, "--search", "harbour", "--text", "--stats", "--screenshot"]
            try expectSentence("movies-gtk", options + [picture.path], environment: display.environment)
            #expect(FileManager.default.fileExists(atPath: picture.path))
        }
    }
}
