import CIS
import Foundation
import MoviesApp
import MoviesData
import MoviesOptions
import MoviesScenes
import MoviesTerminal
import TerminalKit
import Testing

/// The terminal together with the catalogue, the real data and a folder of its own.
@MainActor @Suite struct TerminalTests {
    private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")

    /// Returns what the program writes when it reads these lines.
    private func output(_ lines: String..., locale: String = "en_US.UTF-8") async throws -> [String] {
        let options = try Options(["--store", store.path], environment: ["LANG": locale])
        let console = Console()
        var (written, input) = ([String](), lines.makeIterator())
        console.isInteractive = false
        console.columns = { nil }
        console.input = { input.next() }
        console.output = { written.append(String($0.dropLast())) }
        try await Terminal(options.app().moviesList(), console).run()
        return written
    }

    @Test func `MV-18 MV-23 MV-26 a search, the next page, a film and back`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let start = try await output()
        #expect(start == ["━━━ Movies ━━━", "  (Search for a movie by its title.)"])
        let harbours = try await output("search harbour")
        #expect(harbours.dropFirst(2).first == "━━━ Movies ━━━" && harbours.count == 15)
        #expect(harbours[3] == "  1. The Silent Harbour  Release Date: Jan 1, 1950")
        let more = try await output("search the", "more", "quit", "search never")
        #expect(more.count == 2 + 22 + 42 && more.last == "  …")
        let film = try await output("search harbour", "open 2", "back")
        #expect(film[15] == "━━━ The Last Harbour ━━━" && film[16] == "Release Date: Jun 12, 1957")
        #expect(film[17] == "How two sisters looked for the harbour.")
        #expect(film[18].hasPrefix("[poster of ") && film.suffix(13).first == "━━━ Movies ━━━")
    }

    @Test func `MV-27 MV-34 recent queries are there after a restart, and can be searched again`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        _ = try await output("search harbour", "search comet")
        let output = try await output("recent", "recent 2", locale: "es_ES")
        #expect(output[2..<4] == ["  1. comet", "  2. harbour"])
        #expect(output[4] == "━━━ Películas ━━━" && output.count == 4 + 13)
        #expect(output[5] == "  1. The Silent Harbour  Fecha de lanzamiento: 1 ene 1950")
    }

    @Test func `MV-34 without recent queries the list is shown, and not nothing`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        #expect(try await output("recent").suffix(2) == ["━━━ Movies ━━━", "  (Search for a movie by its title.)"])
        #expect(try await output("recent").count == 4)
    }

    @Test func `MV-26 an open film does not hide what is asked for after it`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let recent = try await output("search harbour", "open 1", "recent")
        #expect(recent.last == "  1. harbour")
        for line in ["search comet", "more", "recent 1"] {
            let films = try await output("search harbour", "open 1", line)
            #expect(films.filter { $0 == "━━━ Movies ━━━" }.count == 3, "\(line)")
        }
    }

    @Test func `help lists the commands`() async throws {
        #expect(try await output("help").last == Terminal.help && Terminal.help.contains("  help "))
        #expect(try await output("").count == 2)
    }

    @Test(arguments: [
        ("find harbour", "Unknown command “find”. Type “help” to see the commands."),
        ("search", "“search” needs a text. Type “search TEXT”."),
        ("open x", "“x” is not in the list. Give a number from 1 to 12."),
        ("open 0", "“0” is not in the list. Give a number from 1 to 12."),
        ("open 13", "“13” is not in the list. Give a number from 1 to 12."),
        ("open \(Int.min)", "“\(Int.min)” is not in the list. Give a number from 1 to 12."),
        ("recent 2", "“2” is not in the list. Give a number from 1 to 1."),
    ])
    func `a wrong command is named with the remedy, and ends a script`(line: String, text: String) async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let error = await #expect(throws: ScriptError.self) { try await output("search harbour", line, "back") }
        #expect(error?.description == "line 2: \(text)")
    }

    @Test func `a number for an empty list is named`() async throws {
        let error = await #expect(throws: ScriptError.self) { try await output("open 1") }
        #expect(error?.description == "line 1: “1” is not in the list. It is empty; search first.")
    }

    @Test func `MV-05 the options name a service, or are refused`() throws {
        #expect(try Options([], environment: [:]).configuration == nil)
        let real = try Options(["--key", "k"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(real.configuration?.api.absoluteString == "http://api.themoviedb.org")
        #expect(real.configuration?.images.absoluteString == "http://image.tmdb.org")
        #expect(real.configuration?.language == "ko" && real.wording.texts.title == "영화")
        let own = try Options(["--api", "http://127.0.0.1:8080"], environment: ["LANG": "C.UTF-8"])
        #expect(own.configuration?.images == own.configuration?.api && own.configuration?.language == "en")
    }

    @Test(arguments: [
        (["--api"], "--api lacks its value. --help says what it may be."),
        (["--key"], "--key lacks its value. --help says what it may be."),
        (["films"], "“films” is no option. --help lists them."),
        (["--api", "nowhere"], "--api nowhere: write an address such as http://127.0.0.1:8080."),
        (["--api", "ftp://a"], "--api ftp://a: write an address such as http://127.0.0.1:8080."),
        (["--store", ""], "--store lacks its value. --help says what it may be."),
        (["--key", "k", "--images", "x"], "--images x: write an address such as http://127.0.0.1:8080."),
        (["--images", "http://a"], "--images http://a: posters belong to a service. Write --api or --key, too."),
        (["--films", "0"], "--films 0: write a number from 1 to 10000."),
        (["--films", "10001"], "--films 10001: write a number from 1 to 10000."),
    ])
    func `an option that is wrong is named, with its value and what to write`(words: [String], sentence: String) throws
    {
        let error = #expect(throws: Options.Misuse.self) { try Options(words, environment: [:]) }
        #expect(error?.description == sentence)
    }
}
