import Foundation
import Testing

/// The README's list of behaviours.
@Suite struct BehavioursTests {
    @Test func `each behaviour that the README lists is cited by the name of a test`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(
            contentsOf: tests.deletingLastPathComponent().appending(path: "README.md"), encoding: .utf8)
        let listed = Set(readme.matches(of: /(?m)^\| (TS-\d\d) \|/).map { String($0.1) })
        #expect(listed.count == 14)
        var cited: Set<String> = []
        for file in try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)) {
            guard let file = file as? URL, file.pathExtension == "swift" else { continue }
            for name in try String(contentsOf: file, encoding: .utf8).matches(of: /func `([^`]+)`/) {
                cited.formUnion(name.1.matches(of: /TS-\d\d/).map { String($0.0) })
            }
        }
        #expect(listed.subtracting(cited).isEmpty)
    }
}
