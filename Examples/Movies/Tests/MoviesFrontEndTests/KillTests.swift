import Foundation
import Testing

extension FrontEnds {
    /// MV-09, MV-10, MV-42: kills the program while it searches. Each file on disk then has its old or its new content.
    ///
    /// A test kills the program five times, or as often as the environment variable `KILLS` says: 200 times in CI.
    @Suite(.enabled(if: has("timeout"))) struct KillTests {
        private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
        private let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 5
        /// Queries that find twelve films each, so that the test would notice half a page.
        private let queries = [
            "harbour", "orchard", "signal", "winter", "lighthouse", "mirror", "caravan", "island", "garden", "compass",
            "library", "comet", "bridge", "falcon", "station", "river", "clock", "mountain", "letter", "carnival",
        ]

        private func program(_ lines: some Sequence<String>, _ options: String...) throws -> RunningProgram {
            try RunningProgram(
                "movies", ["--store", store.path] + options, input: lines.map { "\($0)\n" }.joined(),
                environment: ["LC_ALL": "en_US.UTF-8"])
        }

        @Test func `killed while it searches, the program starts with the old or the new queries and pages`() throws {
            defer { try? FileManager.default.removeItem(at: store) }
            var random = SystemRandomNumberGenerator()
            var next = 0  // the number of the first query that may not be saved yet
            for kill in 0..<kills {
                let asked = (next..<next + 12).map { queries[$0 % queries.count] }
                let searching = try program(asked.map { "search \($0)" })
                // The program prints a title when it has started, and one after each search.
                let ended = Int.random(in: 1...9, using: &random)
                for _ in 0...ended {
                    while try !#require(searching.line(), "it has ended: \(searching.errors)").hasPrefix("━━━") {}
                }
                let begun = ContinuousClock.now
                let delay = Duration.microseconds(Int.random(in: 0...4_000, using: &random))
                while begun.duration(to: .now) < delay {}
                searching.kill()

                let found = try program(["recent", "search \(asked[ended])"], "--api", "http://127.0.0.1:1")
                    .wholeOutput()
                let recent = found.split(separator: "\n").dropFirst(2).prefix {
                    !$0.hasPrefix("━") && !$0.hasPrefix("!")
                }
                let names = recent.compactMap { $0.split(separator: " ").last.map(String.init) }
                // All searches that had ended are saved. Of the later ones, the first few may be saved.
                let saved = (ended...12).map { next + $0 }.first { last in
                    names == (0..<min(last, 10)).map { queries[(last - 1 - $0) % queries.count] }
                }
                next = try #require(saved, "kill \(kill) after \(ended) searches from \(next): \(names)")
                // The interrupted search has saved the whole page, or nothing.
                let films = found.split(separator: "\n").filter {
                    $0.contains("Release Date") || $0.contains("announced")
                }
                #expect(films.count == 0 || films.count == 12, "\(found)")
            }
        }
    }
}
