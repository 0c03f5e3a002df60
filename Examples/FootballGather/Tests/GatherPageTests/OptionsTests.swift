import Foundation
import GatherApp
import GatherScenes
import Testing

@Suite struct OptionsTests {
    private let folder = URL(filePath: "/tmp/folder")

    private func options(_ words: String...) throws -> Options { try Options(words, folder: folder) }

    private func misuse(_ words: String...) -> String {
        do {
            _ = try Options(words, folder: folder)
            return "none"
        } catch {
            return error.description
        }
    }

    @Test func `without options the app is in the terminal, over a server of its own in the user's folder`() throws {
        let options = try options()
        #expect(options.host == .terminal && options.server == nil && options.link == nil)
        #expect(options.ownDatabase == .file("/tmp/folder/gather.sqlite"))
    }

    @Test func `options choose the front end, the server, the database and the first screen`() throws {
        #expect(try options("--web", "8080").host == .web(port: 8080))
        #expect(try options("--bridge", "stdio").host == .bridge)
        #expect(try options("--bridge", "schema").host == .schema)
        #expect(try options("--web", "80", "--help").host == .help)
        #expect(try options("--server", "http://127.0.0.1:80").server?.port == 80)
        #expect(try options("--record", "run.cisrec", "--web", "0").recording?.lastPathComponent == "run.cisrec")
        #expect(try options("--database", "a.sqlite").ownDatabase == .file("a.sqlite"))
        #expect(try options("--database", "postgres://db/gather").ownDatabase == .postgreSQL("postgres://db/gather"))
        #expect(try options("players/5/age", "--web", "0").link == .player(5, .age))
    }

    @Test func `a word that is not understood is an error with the word and a remedy`() {
        #expect(misuse("--wep") == "“--wep” is no option. --help lists them.")
        #expect(misuse("--web") == "--web has no value. It needs a port, from 0 to 65535.")
        #expect(misuse("--web", "70000") == "--web cannot be “70000”. It needs a port, from 0 to 65535.")
        #expect(misuse("--record") == "--record has no value. It needs a file.")
        #expect(misuse("--record", "--web", "1") == "--record cannot be “--web”. It needs a file.")
        #expect(misuse("--bridge", "tcp") == "--bridge cannot be “tcp”. It needs the word stdio.")
        #expect(
            misuse("--server", "8080") == "--server cannot be “8080”. It needs an address like http://127.0.0.1:8080.")
        #expect(
            misuse("--server", "ftp://a")
                == "--server cannot be “ftp://a”. It needs an address like http://127.0.0.1:8080.")
        #expect(
            misuse("--database")
                == "--database has no value. It needs a file, or an address that begins with postgres://.")
        #expect(misuse("--database", ":memory:").hasPrefix("--database needs a file"))
        #expect(
            misuse("--database", "file:g?mode=memory") == "--database needs a file: write its path without “file:”.")
        #expect(
            misuse("player/5")
                == "“player/5” names no screen. Screens are named like players, players/5 or players/5/age.")
        #expect(misuse("players", "players/5") == "“players/5” is a second screen to begin with. Name only one.")
        #expect(misuse("--web", "1", "--bridge", "stdio").contains("leave one of --web and --bridge out"))
        #expect(misuse("--server", "http://a", "--database", "b").contains("Leave one of them out"))
    }

    @Test func `an address with a password is not quoted`() {
        #expect(!misuse("--database", "mysql://ada:hunter2@db").contains("hunter2"))
        #expect(!misuse("--server", "http://ada:hunter2@db").contains("hunter2"))
    }

    @Test(arguments: ["players", "players/add", "players/5", "players/5/age", "players/confirm/5,7"])
    func `a link is read and written as its path`(path: String) throws {
        let link = try #require(DeepLink(path))
        #expect(link.path == path)
        let coded = try JSONEncoder().encode([link])
        #expect(try JSONDecoder().decode([DeepLink].self, from: coded) == [link])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([DeepLink].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test func `the texts of the page that the app does not send are in one module`() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../Sources/GatherPage/Page").standardized
        for name in try FileManager.default.contentsOfDirectory(atPath: page.path)
        where name.hasSuffix(".js") && !["wording.js", "scenes.js"].contains(name) {
            let module = try String(contentsOf: page.appending(path: name), encoding: .utf8)
            for line in module.split(separator: "\n") {
                #expect(line.firstMatch(of: /"[A-Z][a-z]+ [a-z]/) == nil, "\(name): \(line)")
            }
        }
    }
}
