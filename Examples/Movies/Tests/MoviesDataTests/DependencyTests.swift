import Foundation
import Testing

/// MV-04: which modules know each other. With `--explicit-target-dependency-import-check error` the build checks this, too.
@Suite struct DependencyTests {
    /// The modules that a target imports.
    private func imports(of target: String) throws -> Set<String> {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let sources = package.appending(path: "Sources/\(target)")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        let texts = try files.filter { $0.hasSuffix(".swift") }.map { file in
            try String(contentsOf: sources.appending(path: file), encoding: .utf8)
        }
        #expect(!texts.isEmpty)
        let lines = texts.flatMap { $0.split(separator: "\n") }
        return Set(lines.compactMap { $0.wholeMatch(of: /(?:[a-z]+ )?import (\w+)/)?.output.1 }.map(String.init))
    }

    @Test func `MV-04 the domain imports nothing, and scenes and data do not know each other`() throws {
        #expect(try imports(of: "MoviesDomain") == [])
        #expect(try imports(of: "MoviesScenes") == ["CIS", "Foundation", "MoviesDomain", "Synchronization"])
        let data = try imports(of: "MoviesData")
        #expect(data.isSuperset(of: ["CISWorkers", "MoviesDomain"]))
        #expect(data.isDisjoint(with: ["CIS", "MoviesScenes", "MoviesApp"]))
    }
}
