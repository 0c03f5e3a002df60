package import Foundation
package import MoviesData
package import MoviesScenes

/// What the program was started with.
package struct Options: Sendable {
    /// A word that is not understood.
    package struct Misuse: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where the service is, or `nil` for the catalogue in the program.
    package private(set) var configuration: MoviesConfiguration?
    /// Where caches and recent queries are.
    package private(set) var folder: URL
    /// The language of the screens.
    package let wording: Wording

    package static let help = """
        usage: movies [--key KEY] [--api URL] [--images URL] [--store DIR]

        Searches films, without options in a bundled catalogue of films that nobody has made.
          --key KEY      the key of a service like api.themoviedb.org
          --api URL      where a service searches, such as that of movies-server
          --images URL   where it has posters, if not there
          --store DIR    where caches and recent queries are

        \(Terminal.help)
        """

    /// - Throws: ``Misuse`` with a sentence.
    package init(_ arguments: some Sequence<String>, environment: [String: String]) throws(Misuse) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        // What a system without a language says.
        let isNone = locale.map { $0 == "POSIX" || $0 == "C" || $0.hasPrefix("C.") } ?? true
        wording = Wording(locale: isNone ? "en_US" : locale ?? "en_US")
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        folder = (caches ?? FileManager.default.temporaryDirectory).appending(path: "swift-cis-movies")
        var values: [String: String] = [:]
        var words = arguments.makeIterator()
        while let word = words.next() {
            guard ["--key", "--api", "--images", "--store"].contains(word), let value = words.next() else {
                throw Misuse(description: "“\(word)” is no option, or lacks its value. --help lists them.")
            }
            values[word] = value
        }
        if let store = values["--store"] { folder = URL(filePath: store) }
        guard values["--key"] != nil || values["--api"] != nil else { return }
        let language = wording.locale.prefix { $0 != "_" && $0 != "-" }
        let images = values["--images"] ?? values["--api"] ?? "http://image.tmdb.org"
        configuration = MoviesConfiguration(
            api: try Self.address(values["--api"] ?? "http://api.themoviedb.org"), images: try Self.address(images),
            key: values["--key"] ?? "none", language: language.isEmpty ? "en" : String(language))
    }

    private static func address(_ text: String) throws(Misuse) -> URL {
        guard let url = URL(string: text), url.host() != nil else {
            throw Misuse(description: "“\(text)” is no address.")
        }
        return url
    }
}
