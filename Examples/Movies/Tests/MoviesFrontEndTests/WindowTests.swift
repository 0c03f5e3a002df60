import Foundation
import Testing

extension FrontEnds {
    /// Uses the window with keys and the mouse on a virtual display, and checks the texts that it shows.
    @Suite(
        .serialized,
        .enabled(if: has("Xvfb", "xdotool", "timeout"), "apt-get install xvfb xauth xdotool"))
    struct WindowTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-gtk-\(UUID().uuidString)")
        private let display: Display

        init() throws {
            display = try Display()
        }

        private func window(_ arguments: String..., locale: String = "en_US.UTF-8") throws -> RunningProgram {
            let program = try RunningProgram(
                "movies-gtk", ["--store", store.path, "--text"] + arguments,
                environment: display.environment.merging(["LC_ALL": locale]) { $1 })
            // Keys go to the window that the mouse is over.
            try display.press("mousemove", "240", "12")
            return program
        }

        private func expect(
            _ window: RunningProgram, _ texts: String..., absent: [String] = [],
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let (isShown, text) = window.shown(texts, absent: absent)
            try #require(
                isShown, "\(texts) is not shown, but this:\n\(text)\n\(window.errors)", sourceLocation: sourceLocation)
        }

        /// Ends the window. It must not have written errors; messages of GTK count as errors.
        private func end(_ window: RunningProgram, sourceLocation: SourceLocation = #_sourceLocation) {
            window.kill()
            #expect(window.errors == "", sourceLocation: sourceLocation)
            display.end()
            try? FileManager.default.removeItem(at: store)
        }

        @Test func `MV-18 MV-26 MV-31 films are searched, opened and left with keys alone`() throws {
            let window = try window()
            defer { end(window) }
            try expect(window, "Movies", "Search for a movie by its title.")
            try display.press("type", "harbour")
            try expect(window, "Cancel")
            try display.press("key", "Return")
            try expect(window, "The Silent Harbour", "Release Date: Jan 1, 1950", absent: ["Cancel"])
            try display.press("key", "Return")
            try expect(
                window, "The Silent Harbour\nRelease Date: Jan 1, 1950\nHow a surveyor", absent: ["The Last Harbour"])
            try display.press("key", "Escape")
            try expect(window, "Movies", "Release Date: Jan 1, 1950")
            try display.press("key", "ctrl+w")
            #expect(window.status == 0)
        }

        @Test func `MV-31 what is typed in the list goes to the field, and the keys after it, too`() throws {
            let window = try window("--search", "harbour")
            defer { end(window) }
            try expect(window, "The Silent Harbour", absent: ["Cancel"])
            try display.press("key", "s")
            try expect(window, "Cancel")
            // The key searches, and does not open the film that had the focus.
            try display.press("key", "Return")
            try expect(window, "No movies found", absent: ["Cancel"])
        }

        @Test func `MV-30 Ctrl+F opens the suggestions again after Escape, also when the field has kept the focus`()
            throws
        {
            let window = try window()
            defer { end(window) }
            try expect(window, "Search for a movie by its title.")
            try display.press("type", "nothing")
            try expect(window, "Cancel")
            try display.press("key", "Return")
            try expect(window, "No movies found", absent: ["Cancel"])
            for _ in 0..<2 {
                try display.press("key", "ctrl+f")
                try expect(window, "nothing", "Cancel")
                try display.press("key", "Escape")
                try expect(window, "No movies found", absent: ["nothing", "Cancel"])
            }
        }

        @Test func `MV-34 a window that begins in the field shows the suggestions below it`() throws {
            let first = try window("--search", "harbour", "--rest", "0.1")
            #expect(first.wholeOutput().contains("Harbour") && first.status == 0 && first.errors == "")
            let second = try window()
            defer { end(second) }
            try expect(second, "harbour", "Cancel")
        }

        @Test func `MV-32 Escape closes an error`() throws {
            let window = try window("--api", "http://127.0.0.1:1", "--search", "harbour")
            defer { end(window) }
            try expect(window, "Error", "No internet connection")
            try display.press("key", "Escape")
            try expect(window, "No internet connection", absent: ["Error"])
        }

        @Test func `MV-27 MV-30 MV-34 MV-35 suggestions are below the field, and one of them is searched`() throws {
            let window = try window()
            defer { end(window) }
            try expect(window, "Search for a movie by its title.")
            for (query, film) in [("harbour", "The Silent Harbour"), ("comet", "The Silent Comet")] {
                try display.press("key", "ctrl+f", "key", "ctrl+a", "type", query)
                try expect(window, "Cancel")
                try display.press("key", "Return")
                try expect(window, film, absent: ["Cancel"])
            }
            try display.press("key", "ctrl+f")
            try expect(window, "comet\nharbour")
            try display.press("key", "Down", "key", "Down", "key", "Return")
            try expect(window, "The Silent Harbour", absent: ["Comet", "Cancel"])
            // MV-24: leaving the field closes the suggestions, and the list stays.
            try display.press("key", "ctrl+f")
            try expect(window, "harbour\ncomet")
            try display.press("key", "Escape")
            try expect(window, "The Silent Harbour", absent: ["comet"])
        }

        @Test func `MV-23 the next page is there when the list is scrolled to its end`() throws {
            let window = try window("--search", "the")
            defer { end(window) }
            try expect(window, "The Silent Harbour")
            // Turns the mouse wheel over the list. Only harbours and orchards are on the first page.
            try display.press("mousemove", "240", "400", "click", "--delay", "15", "--repeat", "150", "5")
            try expect(window, "Release Date", absent: ["Harbour", "Orchard"])
            try display.press("click", "--delay", "15", "--repeat", "300", "4")
            try expect(window, "The Silent Harbour")
        }

        @Test func `MV-22 MV-32 without a service the error is said over the films, and trying again helps`() throws {
            let port = ReservedPort()
            let server = try RunningProgram("movies-server", ["--port", "\(port.number)"])
            let address = try #require(server.line())
            let window = try window("--api", address)
            defer { end(window) }
            try expect(window, "Search for a movie by its title.")
            try display.press("type", "harbour")
            try expect(window, "Cancel")
            try display.press("key", "Return")
            try expect(window, "The Silent Harbour", absent: ["Error", "Cancel"])
            server.kill()
            try display.press("key", "ctrl+f", "key", "Return")
            try expect(window, "The Silent Harbour", "Error", "No internet connection")
            let again = try RunningProgram("movies-server", ["--port", "\(port.number)"])
            #expect(again.line() == address)
            try display.press("key", "ctrl+f", "key", "Return")
            try expect(window, "The Silent Harbour", absent: ["Error", "Cancel"])
        }

        /// A service whose answer has a film with 20,000 unbroken letters, and one with a title that contains U+0000.
        private static let hostileService = """
            import http.server, json
            films = [{"id": 1, "title": "m" * 20000, "overview": "w" * 20000}, {"id": 2, "title": "A\\0B"}]
            answer = json.dumps({"page": 1, "total_pages": 1, "results": films}).encode()
            class Service(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                def log_message(self, *_): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
            print(f"http://127.0.0.1:{server.server_port}", flush=True)
            server.serve_forever()
            """

        @Test(.enabled(if: has("python3"), "apt-get install python3"))
        func `MV-07 MV-36 a film with 20,000 unbroken letters is shown, and a title with U+0000 whole`() throws {
            let server = try RunningProgram("/usr/bin/env", ["python3", "-c", Self.hostileService])
            let window = try window("--api", try #require(server.line()), "--search", "x")
            defer { end(window) }
            try expect(window, "mmmmm", "A\u{FFFD}B")
            try display.press("key", "Return")
            try expect(window, "wwwww", absent: ["A\u{FFFD}B"])
            try display.press("key", "Escape")
            try expect(window, "A\u{FFFD}B")
        }

        @Test(arguments: [
            ("en_US.UTF-8", ["Movies", "The Silent Harbour", "Release Date: Jan 1, 1950"]),
            ("es_ES.UTF-8", ["Películas", "Fecha de lanzamiento: 1 ene 1950"]),
            ("ko_KR.UTF-8", ["영화", "개봉일: 1950. 1. 1."]),
        ])
        func `MV-28 the window speaks three languages`(locale: String, texts: [String]) throws {
            let window = try window("--search", "harbour", locale: locale)
            defer { end(window) }
            let (isShown, text) = window.shown(texts)
            #expect(isShown, "\(text)")
        }

        @Test func `MV-34 of a query of 20,000 letters the suggestion shows the beginning`() throws {
            let window = try window("--search", String(repeating: "w", count: 20_000))
            defer { end(window) }
            try expect(window, "No movies found")
            try display.press("key", "ctrl+f")
            try expect(
                window, String(repeating: "w", count: 200), "Cancel", absent: [String(repeating: "w", count: 201)])
        }

        @Test func `a window with suggestions can be closed`() throws {
            for query in ["harbour", "comet"] {
                let window = try window("--search", query)
                try expect(window, "Release Date")
                try display.press("key", "ctrl+f")
                try expect(window, query, "Cancel")
                try display.press("key", "ctrl+w")
                #expect(window.status == 0, "after \(query)")
            }
            display.end()
            try? FileManager.default.removeItem(at: store)
        }

        @Test func `a window in which nothing happens draws no frame`() throws {
            let window = try window("--search", "harbour", "--rest", "3")
            defer { end(window) }
            let output = window.wholeOutput()
            #expect(output.contains("rest: 0 frames"), "\(output.suffix(200))")
        }

        @Test func `MV-33 of 10,000 posters in a list that is scrolled none is on the wrong row`() throws {
            let program = try RunningProgram(
                "movies-window-probe",
                ["posters", "--store", store.path, "--films", "2000", "--search", "the", "--scroll", "2"],
                environment: display.environment, seconds: 200)
            defer { end(program) }
            let output = program.wholeOutput()
            #expect(output.contains("films: 2000,"), "\(output)")
            let figures = output.split(separator: "\n").first { $0.hasPrefix("posters: ") }?.split(separator: " ") ?? []
            #expect(figures.count > 4 && Int(figures[1]) ?? 0 >= 10_000 && figures[4] == "0", "\(output)")
        }

        @Test(arguments: [["--rest", "60"], ["--search", "the", "--scroll", "60"], ["--api", "--search", "the"]])
        func `a window that is closed while the program waits for it ends that, and everything is released`(
            options: [String]
        ) throws {
            defer { display.end() }
            defer { try? FileManager.default.removeItem(at: store) }
            // Answers after three seconds.
            let server = try RunningProgram("movies-server", ["--port", "0", "--answers", "slow"])
            let address = try #require(server.line())
            let program = try RunningProgram(
                "movies-window-probe",
                ["close", "1500", "--store", store.path] + options.flatMap { $0 == "--api" ? [$0, address] : [$0] },
                environment: display.environment, seconds: 30)
            let lines = program.wholeOutput().split(separator: "\n").filter { !$0.hasPrefix("films: ") }
            #expect(lines == ["closed", "released"] && program.status == 0, "\(lines) \(program.errors)")
            #expect(program.errors == "")
        }
    }
}
