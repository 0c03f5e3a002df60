package import Foundation
package import MoviesData
package import MoviesScenes

/// The options of a program.
package struct Options: Sendable {
    /// An argument that is not understood. The description says what is expected.
    package struct Misuse: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The addresses of the service, or `nil` for the catalogue in the program.
    package private(set) var configuration: MoviesConfiguration?
    /// The folder of the caches and the recent queries.
    package private(set) var folder: URL
    /// The language of the screens.
    package let wording: Wording
    /// The number of films in the catalogue of the program.
    package private(set) var films = 300
    /// The values of the options that other programs do not have.
    package private(set) var own: [String: String] = [:]

    /// The help for the options that all programs have.
    package static let help = """
          --key KEY      the key of a service like api.themoviedb.org
          --api URL      where a service searches, such as that of movies-server
          --images URL   where it has posters, if not there
          --store DIR    where caches and recent queries are
          --films N      how many films the bundled catalogue has, at most 10000; without it 300
        """

    /// - Parameters:
    ///   - arguments: The words after the name of the program.
    ///   - environment: The environment, which contains the language.
    ///   - names: The names of the options with a value that other programs do not have, such as `--size`.
    ///   - flags: The names of such options without a value. Their value in ``own`` is empty.
    /// - Throws: ``Misuse``.
    package init(
        _ arguments: some Sequence<String>, environment: [String: String], own names: Set<String> = [],
        flags: Set<String> = []
    ) throws(Misuse) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        // A system without a language has one of these locales.
        let isNone = locale.map { $0 == "POSIX" || $0 == "C" || $0.hasPrefix("C.") } ?? true
        wording = Wording(locale: isNone ? "en_US" : locale ?? "en_US")
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        folder = (caches ?? FileManager.default.temporaryDirectory).appending(path: "swift-cis-movies")
        let shared: Set<String> = ["--key", "--api", "--images", "--store", "--films"]
        var words = arguments.makeIterator()
        while let word = words.next() {
            if flags.contains(word) {
                own[word] = ""
                continue
            }
            guard shared.contains(word) || names.contains(word) else {
                throw Misuse("“\(word)” is no option. --help lists them.")
            }
            guard let value = words.next(), !value.isEmpty else {
                throw Misuse("\(word) lacks its value. --help says what it may be.")
            }
            own[word] = value
        }
        if let store = own["--store"] { folder = URL(filePath: store) }
        if let films = own["--films"] {
            guard let count = Int(films), 1...10_000 ~= count else {
                throw Misuse("--films \(films): write a number from 1 to 10000.")
            }
            self.films = count
        }
        guard own["--key"] != nil || own["--api"] != nil else {
            guard let images = own["--images"] else { return }
            throw Misuse("--images \(images): posters belong to a service. Write --api or --key, too.")
        }
        configuration = try service()
    }

    private func service() throws(Misuse) -> MoviesConfiguration {
        let language = wording.locale.prefix { $0 != "_" && $0 != "-" }
        let images = own["--images"] ?? own["--api"] ?? "http://image.tmdb.org"
        return MoviesConfiguration(
            api: try Self.address("--api", own["--api"] ?? "http://api.themoviedb.org"),
            images: try Self.address(own["--images"] == nil ? "--api" : "--images", images),
            key: own["--key"] ?? "none", language: language.isEmpty ? "en" : String(language))
    }

    private static func address(_ name: String, _ text: String) throws(Misuse) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else {
            throw Misuse("\(name) \(text): write an address such as http://127.0.0.1:8080.")
        }
        return url
    }
}
