import SceneTemplates
import Testing

@Suite struct `The template engine` {
    private func render(_ text: String, _ values: [String: String] = [:], _ conditions: Set<String> = []) throws
        -> String
    {
        try Template(text).render(values, where: conditions)
    }

    @Test func `places are filled in, several to a line`() throws {
        #expect(try render("{{a}}{{b}} and {{a}}", ["a": "1", "b": "2"]) == "12 and 1")
    }

    @Test func `lines depend on conditions, which nest and can be turned round`() throws {
        let text = "0\n//% if a\n1\n    //% if !b\n2\n    //% else\n3\n    //% end\n//% else\n4\n//% end\n5"
        #expect(try render(text, [:], ["a"]) == "0\n1\n2\n5")
        #expect(try render(text, [:], ["a", "b"]) == "0\n1\n3\n5")
        #expect(try render(text) == "0\n4\n5")
    }

    @Test(arguments: ["{{missing}}", "//% if a", "//% end", "//% else", "//% what"])
    func `a defect of a template is an error`(text: String) {
        #expect(throws: GeneratorError.self) { try render(text) }
    }

    @Test func `a line that is short enough stays, one that is too long is broken at its list`() throws {
        let name = String(repeating: "N", count: 60)
        #expect(try render("func f(a: {{n}}, b: Int) {", ["n": name]) == "func f(a: \(name), b: Int) {")
        #expect(
            try render("    init(store: any Store<{{n}}, Int>, worker: any {{n}}) {", ["n": name])
                == "    init(\n        store: any Store<\(name), Int>,\n        worker: any \(name)\n    ) {")
        #expect(
            try render("    func first(_ state: {{n}}, by other: Mutation) async {", ["n": name + "0123456789"])
                == "    func first(\n        _ state: \(name)0123456789, by other: Mutation\n    ) async {")
    }

    @Test func `a text in quotes is an element of a list like any other`() throws {
        let name = String(repeating: "N", count: 80)
        #expect(
            try render("test.then(\"it is (not) shown\") { $0.{{n}}.present(State()) }", ["n": name])
                == "test.then(\n    \"it is (not) shown\"\n) { $0.\(name).present(State()) }")
    }

    @Test func `a comment is not broken`() throws {
        let comment = "/// " + String(repeating: "word (and) ", count: 20)
        #expect(try render(comment) == comment)
    }
}
