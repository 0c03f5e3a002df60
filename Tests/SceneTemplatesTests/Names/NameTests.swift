import Foundation
import SceneTemplates
import Testing

@Suite struct `Names of scenes` {
    @Test(arguments: ["Movies", "영화", "MovieList2", "영화Übersicht", "A"])
    func `an identifier that begins like a type is a name`(text: String) throws {
        #expect(try SceneName(text).text == text.precomposedStringWithCanonicalMapping)
    }

    @Test func `a name is composed, however it was typed`() throws {
        let decomposed = "영화".decomposedStringWithCanonicalMapping
        #expect(decomposed.utf8.count != "영화".utf8.count)
        #expect(Array(try SceneName(decomposed).text.utf8) == Array("영화".precomposedStringWithCanonicalMapping.utf8))
    }

    @Test(arguments: [
        "", "2Movies", "My Movies", "Movies!", "../Movies", "Movies/Evil", "Mov.ies", "😀\u{20}", "a-b", "`Movies`",
        "Mov😀", "😀", "A™", "A∞",
        "Mo\nvies",
    ])
    func `a name that is no identifier is refused by name`(text: String) {
        let error = #expect(throws: GeneratorError.self) { try SceneName(text) }
        #expect(
            error?.problem.contains("'\(text.precomposedStringWithCanonicalMapping)' is not a Swift identifier") == true
        )
    }

    @Test func `a small first letter is refused with the name it should be`() {
        let error = #expect(throws: GeneratorError.self) { try SceneName("movies") }
        #expect(error?.remedy == "Begin with a capital letter: Movies.")
    }

    @Test(arguments: ["Any", "Self", "Type", "Protocol"])
    func `a word of the language is refused`(text: String) {
        let error = #expect(throws: GeneratorError.self) { try SceneName(text) }
        #expect(error?.problem.contains("is a word of Swift") == true)
    }

    @Test func `a name whose part would be called like a type of the library is refused`() {
        let error = #expect(throws: GeneratorError.self) { try SceneName("Domain") }
        #expect(error?.problem.contains("DomainStore") == true)
    }

    // `extension Form` would find its own form, `Form.Form`, in place of the scene. `Comment` is also a type of the module
    // `Testing`, and `Recorder` of `CISInspector`, so they would be ambiguous in the tests of the scene and in its wrapper.
    // So would `Timer`, of Foundation, which XCTest exports.
    @Test(arguments: ["Form", "State", "Identifiable", "Comment", "Tag", "Issue", "Recorder", "Timer"])
    func `a name that the code of a scene uses for something else is refused`(text: String) {
        let error = #expect(throws: GeneratorError.self) { try SceneName(text) }
        #expect(error?.problem.contains("uses the name for something else") == true)
    }

    @Test func `a name that is too long is refused with the limit`() {
        let error = #expect(throws: GeneratorError.self) { try SceneName(String(repeating: "영", count: 27)) }
        #expect(error?.problem.contains("27 characters") == true && error?.problem.contains("at most 26") == true)
        #expect(throws: Never.self) { try SceneName(String(repeating: "영", count: 26)) }
    }

    /// Reads the sources of the library, so that types that are added later are checked, too.
    @Test func `every type of the library is refused`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let pattern = #/^(?:public|open) (?:final )?(?:class|struct|enum|protocol|typealias) (\w+)/#
            .anchorsMatchLineEndings()
        var types: Set<String> = []
        for folder in ["Sources/CIS", "Sources/CISTesting"] {
            let files = FileManager.default.enumerator(
                atPath: root.appending(path: folder).resolvingSymlinksInPath().path)
            while let path = files?.nextObject() as? String {
                guard path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOf: root.appending(path: folder).appending(path: path), encoding: .utf8)
                types.formUnion(text.matches(of: pattern).map { String($0.1) })
            }
        }
        #expect(types.count > 30)
        let accepted = types.filter { (try? SceneName($0)) != nil }.sorted()
        #expect(accepted.isEmpty)
    }
}

@Suite struct `Names of cases` {
    @Test(arguments: [("FetchPage", "fetchPage"), ("fetchPage", "fetchPage"), ("페이지", "페이지")])
    func `a case begins with a small letter`(text: String, name: String) throws {
        #expect(try MemberName(text, kind: "a use case").text == name)
    }

    @Test(arguments: ["Default", "Case", "init", "_"])
    func `a word of the language is refused`(text: String) {
        #expect(throws: GeneratorError.self) { try MemberName(text, kind: "an action") }
        #expect(throws: GeneratorError.self) { try FieldName(text) }
    }

    @Test func `the article fits`() {
        let sandbox = Sandbox()
        #expect(
            sandbox.run("new-scene", "Movies", "--add-action", "init").errors.first
                == "error: 'init' cannot name an action: it is a word of Swift.")
        #expect(
            sandbox.run("new-scene", "Movies", "--add-use-case", "1").errors.first
                == "error: '1' is not a Swift identifier, so it cannot name a use case.")
    }

    @Test(arguments: ["fetch page", "fetch(Int)", "", "1st", "fetch😀"])
    func `a name that is no identifier is refused`(text: String) {
        let error = #expect(throws: GeneratorError.self) { try MemberName(text, kind: "an action") }
        #expect(error?.problem.contains("'\(text)'") == true)
    }
}
