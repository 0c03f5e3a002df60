package import SceneWeb
import TerminalKit

/// The options of a program of this package.
package struct Options: Equatable, Sendable {
    /// An argument that is not understood. The description says what is expected.
    package struct Misuse: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Where the scene is shown.
    package enum Host: Equatable, Sendable {
        /// In the terminal or in a window of this program.
        case own
        /// In the program that has started this one, over standard input and output.
        case bridge
        /// In a browser's page, served on a port.
        case web(port: Int)
        /// Nowhere, because the program only prints its help.
        case help
    }

    package private(set) var host = Host.own
    /// Whether the gallery opens a browser.
    package private(set) var opensBrowser = true
    /// The file for a recording of the scenes.
    package private(set) var recording: String?
    /// How the development server answers; `nil` if there is a service key.
    package private(set) var answers: [PlannedAnswers.Kind]?
    /// The service key, already percent-encoded.
    package let key: String

    package static let keyVariable = "TOURIST_SPOTS_KEY"
    package static let help = """
        usage: tourist-spots [--bridge stdio | --web PORT] [--record FILE] [--answers LIST]
               tourist-spots-gtk [--answers LIST]
               tourist-spots-gallery [--web PORT] [--no-browser] [--answers LIST]

        Shows the forecast for tourist spots: in the terminal, or in a pipe as plain text; in a window; in a window, the
        terminal and a page at the same time, for which it opens the browser that BROWSER names, or that of the desktop.
          --bridge stdio   serves the scene `touristSpots` to the program that started this one
          --web PORT       serves the page on this port of this machine; 0 for any that is free
          --record FILE    writes what happens in the scene to FILE, for cis-inspect
          --no-browser     opens no browser; the address of the page is shown in the terminal, or printed
          --answers LIST   how the development server answers the first, the second, … request; the last one goes on:
                           ok, slow, error, broken, with commas between them
        With a service key of data.go.kr in \(keyVariable) the forecast comes from there, else from the development server.
        """

    /// Prints the help, and returns the exit code: 74 if it could not be written.
    @MainActor package static func printHelp() -> Int32 {
        let console = Console()
        console.write(help)
        return console.exitCode()
    }

    /// - Parameter taken: The options that the program has, besides `--answers` and `--help`.
    package init(
        _ arguments: some Sequence<String>, environment: [String: String], taking taken: Set<String> = []
    ) throws(Misuse) {
        key = environment[Self.keyVariable] ?? ""
        if key.isEmpty { answers = [] }
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--help", "-h": host = .help
            case "--bridge" where taken.contains(word):
                guard words.next() == "stdio" else { throw Misuse(description: "--bridge needs the word stdio.") }
                host = .bridge
            case "--web" where taken.contains(word):
                guard let port = words.next().flatMap({ UInt16($0) }) else {
                    throw Misuse(description: "--web needs a port, from 0 to 65535.")
                }
                host = .web(port: Int(port))
            case "--record" where taken.contains(word):
                guard let file = words.next(), !file.isEmpty, !file.hasPrefix("--") else {
                    throw Misuse(description: "--record needs a file.")
                }
                recording = file
            case "--no-browser" where taken.contains(word): opensBrowser = false
            case "--answers":
                do { answers = try PlannedAnswers.Kind.list(words.next() ?? "") } catch {
                    throw Misuse(description: "--answers: \(error)")
                }
            default: throw Misuse(description: "“\(word)” is no option of this program. --help lists them.")
            }
        }
    }
}
