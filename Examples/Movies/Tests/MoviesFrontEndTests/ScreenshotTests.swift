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
        private func start(_ arguments: String...) throws -> RunningProgram {
            try RunningProgram(
                "movies-gtk", ["--store", store.path, "--screenshot", file.path] + arguments,
                environment: display.environment.merging(["LC_ALL": "en_US.UTF-8"]) { $1 })
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

        /// Draws a picture of this size, and keeps it if the environment names a folder (`SCREENSHOTS`). A window that is too narrow
        /// for its content would be wider than it was asked to be.
        private func draw(
            _ name: String, _ size: String, _ arguments: [String], locale: String = "en_US.UTF-8",
            settings: URL? = nil, theme: String? = nil
        ) throws {
            var environment = display.environment.merging(["LC_ALL": locale]) { $1 }
            environment["GTK_THEME"] = theme
            if let settings { environment["XDG_CONFIG_HOME"] = settings.path }
            let program = try RunningProgram(
                "movies-gtk", ["--store", store.path, "--screenshot", file.path, "--size", size] + arguments,
                environment: environment)
            #expect(program.wholeOutput() == "" && program.status == 0 && program.errors == "", "\(program.errors)")
            let picture = try Data(contentsOf: file)
            let (drawn, asked) = (self.size(of: picture), size.split(separator: "x").compactMap { Int($0) })
            // A part of the width may belong to the frame around the window.
            for (drawn, asked) in zip(drawn, asked) {
                #expect(asked - 20...asked ~= drawn, "\(name) has \(drawn) pixels, not \(asked)")
            }
            guard let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"] else { return }
            try picture.write(to: URL(filePath: folder).appending(path: "\(name)-\(size).png"))
        }

        /// The screens: the field with its button, films, none, one film, and an error.
        private static let screens: KeyValuePairs<String, [String]> = [
            "empty": [], "list": ["--search", "harbour"], "nothing": ["--search", "harbours"],
            "details": ["--search", "harbour", "--open", "1"],
            "failed": ["--api", "http://127.0.0.1:1", "--search", "harbour"],
        ]

        @Test(arguments: ["en_US.UTF-8", "es_ES.UTF-8", "ko_KR.UTF-8"])
        func `everything has room in a narrow window, in each language`(locale: String) throws {
            defer { removeFiles() }
            for (name, arguments) in Self.screens {
                try draw("\(name)-\(locale.prefix(2))", "280x400", arguments, locale: locale)
            }
            // The window begins in the field, with the queries of before.
            try draw("suggestions-\(locale.prefix(2))", "280x400", [], locale: locale)
        }

        @Test func `everything has room in a narrow window with letters of twice the size`() throws {
            let settings = store.appendingPathExtension("settings")
            defer {
                removeFiles()
                try? FileManager.default.removeItem(at: settings)
            }
            let folder = settings.appending(path: "gtk-4.0")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[Settings]\ngtk-font-name=Sans 22\n".utf8).write(to: folder.appending(path: "settings.ini"))
            for (name, arguments) in Self.screens {
                try draw("\(name)-large", "360x640", arguments, settings: settings)
            }
        }

        @Test func `everything is drawn in a wide window, in the light and in the dark`() throws {
            defer { removeFiles() }
            for (name, arguments) in Self.screens {
                try draw("\(name)-ko", "1200x800", arguments, locale: "ko_KR.UTF-8")
                try draw("\(name)-dark", "1200x800", arguments + ["--dark"])
            }
        }

        @Test(arguments: ["Default-hc", "Default-hc-dark"])
        func `everything is drawn in the colours of a theme of high contrast`(theme: String) throws {
            defer { removeFiles() }
            for (name, arguments) in Self.screens { try draw("\(name)-\(theme)", "480x720", arguments, theme: theme) }
        }

        @Test func `films are listed, and an error is below those that were found before`() throws {
            defer { removeFiles() }
            try draw("list-en", "480x720", ["--search", "harbour"])
            let server = try RunningProgram("movies-server", ["--port", "0"])
            let service = ["--api", try #require(server.line()), "--search", "harbour"]
            try draw("list-es", "360x640", service, locale: "es_ES.UTF-8")
            server.kill()
            try draw("toast-es", "360x640", service + ["--dark"], locale: "es_ES.UTF-8")
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
            let program = try start("--search", "the", "--open", "25", "--text")
            let output = program.wholeOutput()
            #expect(program.status == 0 && program.errors == "", "\(program.errors)")
            // The last text is that of the picture: the film, and not the list.
            let last = output.components(separatedBy: "── ").last ?? ""
            #expect(last.hasPrefix("The Silent Signal\n") && !last.contains("Harbour"), "\(last)")
        }
    }
}
