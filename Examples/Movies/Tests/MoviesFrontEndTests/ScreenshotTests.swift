import Foundation
import Testing

extension FrontEnds {
    /// Pictures that the window draws of itself.
    @Suite(
        .serialized,
        .enabled(if: has("Xvfb", "xvfb-run", "timeout"), "apt-get install xvfb xauth"))
    struct ScreenshotTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-png-\(UUID().uuidString)")
        private var file: URL { store.appendingPathExtension("png") }
        private let display: Display

        init() throws {
            display = try Display()
        }

        /// Draws a picture, and ends.
        private func draw(_ arguments: String..., locale: String = "en_US.UTF-8") throws -> RunningProgram {
            try RunningProgram(
                "movies-gtk", ["--store", store.path, "--screenshot", file.path] + arguments,
                environment: display.environment.merging(["LC_ALL": locale]) { $1 })
        }

        private func removeFiles() {
            display.end()
            try? FileManager.default.removeItem(at: store)
            try? FileManager.default.removeItem(at: file)
        }

        /// The size that a PNG names.
        private func size(of picture: Data) -> [Int] {
            [16..<20, 20..<24].map { picture[$0].reduce(0) { $0 << 8 | Int($1) } }
        }

        @Test func `a picture is drawn where there is no display`() throws {
            defer { removeFiles() }
            let program = try RunningProgram(
                "/usr/bin/env",
                [
                    "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", Bundle.main.bundleURL.appending(path: "movies-gtk").path,
                    "--store", store.path, "--search", "harbour", "--screenshot", file.path,
                ], environment: display.environment)
            #expect(program.wholeOutput() == "" && program.status == 0, "\(program.errors)")
            #expect(try Data(contentsOf: file).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        }

        @Test(arguments: ["en_US.UTF-8", "es_ES.UTF-8", "ko_KR.UTF-8"])
        func `everything has room in a narrow window, in each language`(locale: String) throws {
            defer { removeFiles() }
            // The field with its button, a list, a film, an error, and suggestions: a window that is too narrow for its content
            // would be wider than it was asked to be.
            for arguments in [
                [], ["--search", "harbour"], ["--search", "harbour", "--open", "1"],
                ["--api", "http://127.0.0.1:1", "--search", "harbour"], [],
            ] {
                let words = ["--store", store.path, "--screenshot", file.path, "--size", "280x400"] + arguments
                let program = try RunningProgram(
                    "movies-gtk", words, environment: display.environment.merging(["LC_ALL": locale]) { $1 })
                #expect(program.wholeOutput() == "" && program.status == 0 && program.errors == "", "\(program.errors)")
                // A part of the width may belong to the frame around the window.
                let size = try size(of: Data(contentsOf: file))
                #expect(260...280 ~= size[0] && 380...400 ~= size[1], "\(size) \(arguments)")
            }
        }

        @Test func `a film that there is not is named, and nothing is drawn`() throws {
            defer { removeFiles() }
            for (arguments, sentence) in [
                (["--search", "harbour", "--open", "13"], "--open 13: the list has 12 films."),
                (["--open", "1"], "--open 1: the list has 0 films."),
            ] {
                let program = try RunningProgram(
                    "movies-gtk", ["--store", store.path, "--screenshot", file.path] + arguments,
                    environment: display.environment)
                #expect(program.wholeOutput() == "" && program.status == 1)
                #expect(program.errors.contains(sentence), "\(program.errors)")
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }

        @Test func `a film of a later page is opened, and drawn when its poster is there`() throws {
            defer { removeFiles() }
            let program = try draw("--search", "the", "--open", "25", "--text")
            let output = program.wholeOutput()
            #expect(program.status == 0 && program.errors == "", "\(program.errors)")
            // The last text is that of the picture: the film, and not the list.
            let last = output.components(separatedBy: "── ").last ?? ""
            #expect(last.hasPrefix("The Silent Signal\n") && !last.contains("Harbour"), "\(last)")
        }
    }
}
