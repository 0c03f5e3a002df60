import ClientTemplates
import Testing

/// A client that was generated for other types. `bridge-clients --check` names what has changed, and nothing else.
@Suite struct `Outdated clients` {
    private static let languages = ["python", "typescript", "javascript", "c"]

    /// A change of the types in an app: what is replaced in their description, and the types that have changed.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let problems: [String]

        static let all = [
            Change(
                testDescription: "a member has another name", old: "queryText", new: "searchText",
                problems: ["Todo.Input has changed."]),
            Change(
                testDescription: "a member has another type", old: #""queryText","type":"text""#,
                new: #""queryText","type":"integer""#, problems: ["Todo.Input has changed."]),
            Change(
                testDescription: "a member is optional", old: #""queryText","type":"text""#,
                new: #""queryText","type":"optional<text>""#, problems: ["Todo.Input has changed."]),
            Change(
                testDescription: "a member is new", old: #"{"name":"class","#,
                new: #"{"name":"size","type":"integer"},{"name":"class","#, problems: ["Todo.State has changed."]),
            Change(
                testDescription: "the last member is gone", old: #",{"name":"class","type":"optional<number>"}"#,
                new: "",
                problems: ["Todo.State has changed."]),
            Change(
                testDescription: "a member refers to another type", old: "list<map<Todo.Colour>>",
                new: "list<map<Todo.Input>>", problems: ["Todo.State has changed."]),
            Change(
                testDescription: "a case has another name", old: #""name":"clear""#, new: #""name":"clean""#,
                problems: ["Todo.Action has changed."]),
            Change(
                testDescription: "a case is new", old: #"{"name":"clear","members":[]}"#,
                new: #"{"name":"clear","members":[]},{"name":"undo","members":[]}"#,
                problems: ["Todo.Action has changed."]),
            Change(
                testDescription: "the last case is gone", old: "},\n     {\"name\":\"clear\",\"members\":[]}", new: "}",
                problems: ["Todo.Action has changed."]),
            Change(
                testDescription: "a case holds another type", old: #""name":"title","type":"text""#,
                new: #""name":"title","type":"integer""#, problems: ["Todo.Action has changed."]),
            Change(
                testDescription: "a case holds a value", old: #""name":"clear","members":[]"#,
                new: #""name":"clear","members":[{"name":"_0","type":"boolean"}]"#,
                problems: ["Todo.Action has changed."]),
            Change(
                testDescription: "a raw value is new", old: #""red","#, new: #""red","green","#,
                problems: ["Todo.Colour has changed."]),
            Change(
                testDescription: "the first raw value is gone", old: #""red","#, new: "",
                problems: ["Todo.Colour has changed."]),
            Change(
                testDescription: "a type is new", old: #""Todo.Input":{"#,
                new: #""Todo.Hint":{"values":{"of":"integer","all":["1"]}},"Todo.Input":{"#,
                problems: ["Todo.Hint is new."]
            ),
            Change(
                testDescription: "a type is new, behind the last one", old: #""Todo.Input":{"#,
                new: #""Todo.Zone":{"values":{"of":"integer","all":["1"]}},"Todo.Input":{"#,
                problems: ["Todo.Zone is new."]),
            Change(
                testDescription: "two types have changed", old: #""type":"text""#, new: #""type":"integer""#,
                problems: ["Todo.Action has changed.", "Todo.Input has changed."]),
        ]
    }

    @Test(arguments: Change.all)
    func `for an outdated client the changed types are named, and no others`(change: Change) throws {
        let changed = todoSchema.replacing(change.old, with: change.new)
        try #require(changed != todoSchema)
        for language in Self.languages {
            let old = try ClientGenerator(language: language, schemaText: todoSchema)
            let new = try ClientGenerator(language: language, schemaText: changed)
            #expect(new.staleness(of: old.text) == change.problems, "\(language)")
            #expect(new.staleness(of: new.text) == [], "\(language)")
        }
    }

    @Test func `for an outdated client the types that are gone are named`() throws {
        let more = todoSchema.replacing(
            #""Todo.Input":{"#, with: #""Todo.Hint":{"object":{"members":[{"name":"a","type":"text"}]}},"Todo.Input":{"#
        )
        let gone = ["python": "TodoHint", "typescript": "TodoHint"]
        for language in Self.languages {
            let old = try ClientGenerator(language: language, schemaText: more)
            let new = try ClientGenerator(language: language, schemaText: todoSchema)
            #expect(new.staleness(of: old.text) == ["\(gone[language] ?? "Todo.Hint") is gone."], "\(language)")
        }
    }

    @Test func `for an outdated client the scenes that have changed are named`() throws {
        let names = ["python": "The scene to_do", "c": "SCENE_TO_DO"]
        let changed = todoSchema.replacing(#""output":"never""#, with: #""output":"text""#)
        let gone = todoSchema.replacing(/\{"name":"to-do".*?\}/, with: "")
        for language in Self.languages {
            let name = names[language] ?? "The scene to-do"
            let now = try ClientGenerator(language: language, schemaText: todoSchema)
            let other = try ClientGenerator(language: language, schemaText: changed)
            #expect(now.staleness(of: other.text) == ["\(name) has changed."], "\(language)")
            let none = try ClientGenerator(language: language, schemaText: gone)
            #expect(now.staleness(of: none.text) == ["\(name) is new."], "\(language)")
            #expect(none.staleness(of: now.text) == ["\(name) is gone."], "\(language)")
        }
    }

    @Test func `a client that was edited by hand is outdated`() throws {
        let edits = [
            "python": ("\"queryText\": \"str\"", "\"queryText\": \"int\""),
            "typescript": ("\"queryText\": string", "\"queryText\": number"),
            "javascript": ("\"name\":\"queryText\"", "\"name\":\"query\""),
            "c": ("\"queryText\"", "\"query\""),
        ]
        for language in Self.languages {
            let generator = try ClientGenerator(language: language, schemaText: todoSchema)
            let (old, new) = try #require(edits[language])
            let edited = generator.text.replacing(old, with: new)
            #expect(generator.staleness(of: edited) == ["Todo.Input has changed."], "\(language)")
        }
    }

    @Test func `a file in which no type is wrong, but something else, is outdated`() throws {
        for language in Self.languages {
            let generator = try ClientGenerator(language: language, schemaText: todoSchema)
            let others = [
                generator.text + "\n", generator.text.replacing("\n", with: "\r\n"), "something else",
                generator.text.replacing("Do not edit.", with: "Edit."),
                // A part of the client in Python that looks like the declaration of a type.
                generator.text.replacing("Message = Dict[", with: "Message = dict[") + "\n",
            ]
            for other in others {
                #expect(
                    generator.staleness(of: other) == ["The file is not what this version generates."], "\(language)")
            }
        }
    }

    @Test func `names that only Unicode considers equal are different`() throws {
        for language in Self.languages {
            let one = try ClientGenerator(
                language: language, schemaText: todoSchema.replacing(#""name":"clear""#, with: "\"name\":\"caf\u{e9}\"")
            )
            let other = try ClientGenerator(
                language: language,
                schemaText: todoSchema.replacing(#""name":"clear""#, with: "\"name\":\"cafe\u{301}\""))
            #expect(one.staleness(of: other.text) == ["Todo.Action has changed."], "\(language)")
        }
    }
}
