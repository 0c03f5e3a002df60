package import Foundation
package import GatherScenes
package import GatherServer

/// The options that `football-gather` was started with.
package struct Options: Equatable, Sendable {
    /// A wrong argument. The text names it, and says what is expected instead.
    package struct Misuse: Error, Equatable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// Where the screens are shown.
    package enum Host: Equatable, Sendable {
        /// In the terminal of the program itself.
        case terminal
        /// In the program that has started this one, over standard input and output.
        case bridge
        /// In a page, which is served on a port. 0 chooses a free port.
        case web(port: Int)
        /// Nowhere: the program prints the types of its scenes, for the generator of clients.
        case schema
        /// Nowhere: the program prints its help.
        case help
    }

    package private(set) var host = Host.terminal
    /// The server that other programs use too; nil for an own server, which ends with the program.
    package private(set) var server: URL?
    /// The database of the own server; nil for `gather.sqlite` in ``folder``.
    package private(set) var database: DatabaseLocation?
    /// The screen to begin with, as soon as somebody has logged in.
    package private(set) var link: DeepLink?
    /// The file for a recording of the screens.
    package private(set) var recording: URL?
    /// The folder for everything that is kept between two starts.
    package let folder: URL

    package static let help = """
        usage: football-gather [--server URL | --database FILE] [--web PORT | --bridge stdio] [--record FILE]
                               [LINK]

        Manages players, makes two teams of them, and plays a match, in the terminal.
          --web PORT       serves a page for browsers on this machine instead; 0 for any port that is free
          --bridge stdio   serves the scene `footballGather` to the program that started this one
          --server URL     the server that keeps everything, such as http://127.0.0.1:8080. Without it, the program
                           has a server of its own
          --database FILE  the file of the own server, or postgres://[USER@]HOST[:PORT]/NAME; without it,
                           gather.sqlite in the user's folder for the data of programs
          --record FILE    writes what happens in the screens to FILE, for cis-inspect; passwords are left out
          LINK             the screen to begin with: players, players/add, players/5, players/5/age or
                           players/confirm/5,7
        """

    /// - Parameters:
    ///   - arguments: The words after the name of the program.
    ///   - folder: The folder for everything that is kept between two starts.
    /// - Throws: ``Misuse`` with a sentence.
    package init(
        _ arguments: some Sequence<String>, folder: URL = Options.defaultFolder
    ) throws(Misuse) {
        self.folder = folder
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--help", "-h": host = .help
            case "--server": server = try Self.server(words.next())
            case "--database": database = try Self.database(words.next())
            case "--bridge": try show(in: Self.bridge(words.next()))
            case "--record": recording = try Self.file(words.next())
            case "--web": try show(in: .web(port: Self.port(words.next())))
            default: try setLink(word)
            }
        }
        guard server == nil || database == nil else {
            throw Misuse("--database is for an own server, and --server names another one. Leave one of them out.")
        }
    }

    /// The folder in which programs of this user keep their data.
    package static var defaultFolder: URL {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.homeDirectoryForCurrentUser).appending(path: "football-gather")
    }

    /// Names the server whose screens are kept. An address of a database may have a password, so it is not part of the name.
    package var serverName: String {
        if let server { return server.absoluteString }
        return if case .file(let path) = ownDatabase { path } else { "postgres" }
    }

    /// The database of the own server.
    package var ownDatabase: DatabaseLocation { database ?? .file(folder.appending(path: "gather.sqlite").path) }
}

extension Options {
    private mutating func show(in host: Host) throws(Misuse) {
        if self.host == .help { return }
        guard self.host == .terminal || self.host == host else {
            throw Misuse("The app is shown in one place: leave one of --web and --bridge out.")
        }
        self.host = host
    }

    private mutating func setLink(_ word: String) throws(Misuse) {
        guard !word.hasPrefix("-") else { throw Misuse("“\(word)” is no option. --help lists them.") }
        guard let link = DeepLink(word) else {
            throw Misuse("“\(word)” names no screen. Screens are named like players, players/5 or players/5/age.")
        }
        guard self.link == nil else {
            throw Misuse("“\(word)” is a second screen to begin with. Name only one.")
        }
        self.link = link
    }

    private static func bridge(_ word: String?) throws(Misuse) -> Host {
        switch word {
        case "stdio": return .bridge
        case "schema": return .schema
        default: throw Misuse("\(named("--bridge", word)) It needs the word stdio.")
        }
    }

    private static func port(_ word: String?) throws(Misuse) -> Int {
        guard let port = word.flatMap({ UInt16($0) }) else {
            throw Misuse("\(named("--web", word)) It needs a port, from 0 to 65535.")
        }
        return Int(port)
    }

    private static func file(_ word: String?) throws(Misuse) -> URL {
        guard let word, !word.isEmpty, !word.hasPrefix("--") else {
            throw Misuse("\(named("--record", word)) It needs a file.")
        }
        return URL(filePath: word)
    }

    private static func server(_ word: String?) throws(Misuse) -> URL {
        guard let url = word.flatMap({ URL(string: $0) }), ["http", "https"].contains(url.scheme),
            url.host()?.isEmpty == false, url.user() == nil, url.query() == nil, url.fragment() == nil
        else {
            // An address with `@` may contain a password, so it is not quoted.
            let shown = word?.contains("@") == true ? "that" : word
            throw Misuse("\(named("--server", shown)) It needs an address like http://127.0.0.1:8080.")
        }
        return url
    }

    /// An address may have a password, so it is not quoted.
    private static func database(_ word: String?) throws(Misuse) -> DatabaseLocation {
        guard let word, !word.isEmpty, !word.hasPrefix("--") else {
            throw Misuse("--database has no value. It needs a file, or an address that begins with postgres://.")
        }
        do {
            return try DatabaseLocation(word)
        } catch {
            throw Misuse(error.description)
        }
    }

    /// A sentence about a wrong or missing value.
    private static func named(_ option: String, _ word: String?) -> String {
        word.map { "\(option) cannot be “\($0)”." } ?? "\(option) has no value."
    }
}
