import ClientTemplates
import Testing

let todoSchema = #"""
    {"scenes":[{"name":"to-do","action":"Todo.Action","state":"Todo.State","output":"never","input":"Todo.Input","isChild":false}],
     "types":{
       "Todo.Action":{"choice":{"cases":[
         {"name":"add","members":[{"name":"title","type":"text"},{"name":"at","type":"optional<date>"}]},
         {"name":"clear","members":[]}]}},
       "Todo.Colour":{"values":{"of":"text","all":["red","dark \"blue\""]}},
       "Todo.Input":{"object":{"members":[{"name":"queryText","type":"text"}]}},
       "Todo.State":{"object":{"members":[
         {"name":"rows","type":"list<map<Todo.Colour>>"},{"name":"class","type":"optional<number>"}]}}}}
    """#

@Suite struct `Clients in other languages` {
    private func text(_ language: String, _ schema: String = todoSchema) throws -> String {
        try ClientGenerator(language: language, schemaText: schema).text
    }

    @Test func `types and scenes in TypeScript`() throws {
        let text = try text("typescript")
        #expect(text.contains(#"| { "add": { "title": string; "at"?: string | null } }"#))
        #expect(text.contains(#"| { "clear": Record<string, never> };"#))
        #expect(text.contains(#"export type TodoColour = "red" | "dark \"blue\"";"#))
        #expect(text.contains(#""rows": Array<Record<string, TodoColour>>"#))
        #expect(text.contains("    \"to-do\": {\n        action: OneOf<TodoAction>;"))
    }

    @Test func `a child is no scene that a host can open`() throws {
        let schema = todoSchema.replacing("\"isChild\":false", with: "\"isChild\":true")
        #expect(try !text("python", schema).contains("async def open_to_do"))
        let text = try text("typescript", schema)
        #expect(text.contains("export interface Scenes {\n\n}"))
        #expect(text.contains("export interface Children {\n    \"to-do\": {"))
    }

    @Test func `the types that a page was made for, as a module`() throws {
        let generator = try ClientGenerator(language: "javascript", schemaText: todoSchema)
        let lines = generator.text.split(separator: "\n")
        #expect(lines[2] == "export const scenes = {")
        #expect(lines[3].hasPrefix("    schema: \""))
        #expect(
            lines.contains(
                #"            "Todo.Input": {"object":{"members":[{"name":"queryText","type":"text"}]}},"#))
        // The app parses the text after `types: `.
        let start = try #require(lines.firstIndex(of: "    types: {"))
        let json = ["{"] + lines[(start + 1)...].dropLast(2) + ["}"]
        let text = json.joined().replacing("scenes: [", with: "\"scenes\": [").replacing(
            "types: {", with: "\"types\": {"
        ).replacing(/,\s*([\]}])/) { "\($0.1)" }
        let types = try ClientGenerator(language: "javascript", schemaText: text)
        #expect(types.text == generator.text)
    }

    @Test func `types and scenes in Python`() throws {
        let text = try text("python")
        #expect(
            text.contains(
                #"TodoAction_add_ = TypedDict("TodoAction_add_", {"title": "str", "at": "NotRequired[Optional[str]]"})"#
            ))
        #expect(text.contains(#"TodoAction = Union["TodoAction_add", "TodoAction_clear"]"#))
        #expect(
            text.contains(
                #""class": "NotRequired[Optional[Union[float, Literal['NaN', 'Infinity', '-Infinity']]]]""#))
        #expect(text.contains("async def open_to_do(self, input: TodoInput) -> Scene[TodoState, TodoAction, Any]:"))
    }

    @Test func `names in C`() throws {
        let text = try text("c")
        #expect(
            text.contains(
                "#define SCENE_TO_DO \"to-do\" /* action Todo.Action, state Todo.State, output never, input Todo.Input */\n"
            ))
        #expect(text.contains("/* Type Todo.Action */\n#define TODO_ACTION_ADD \"add\"\n"))
        #expect(text.contains("#define TODO_ACTION_ADD_TITLE \"title\" /* text */\n"))
        #expect(text.contains("#define TODO_INPUT_QUERY_TEXT \"queryText\" /* text */\n"))
        #expect(text.contains(#"#define TODO_COLOUR_DARK__BLUE_ "dark \"blue\"""#))
    }

    @Test func `raw values that are no whole numbers have a type in each language`() throws {
        let ratios = schema(type: "Todo.Ratio", #"{"values":{"of":"number","all":["0.5","1.0"]}}"#)
        // Python has no literal types of such numbers.
        #expect(try text("python", ratios).contains("\nTodoRatio = float\n"))
        #expect(try text("typescript", ratios).contains("\nexport type TodoRatio = 0.5 | 1.0;\n"))
        #expect(try text("c", ratios).contains("\n#define TODO_RATIO_0_5 0.5\n"))
    }

    @Test func `an input that is optional can be left out`() throws {
        let optional = todoSchema.replacing(#""input":"Todo.Input""#, with: #""input":"optional<Todo.Input>""#)
        #expect(try text("typescript", optional).contains("        input: TodoInput | null | undefined;\n"))
        #expect(
            try text("python", optional).contains("async def open_to_do(self, input: Optional[TodoInput] = None) -> "))
    }

    private func choices(_ types: [String: [String]]) -> String {
        let types = types.sorted { $0.key < $1.key }.map { name, cases in
            let cases = cases.map { #"{"name":"\#($0)","members":[]}"# }.joined(separator: ",")
            return #""\#(name)":{"choice":{"cases":[\#(cases)]}}"#
        }
        return #"{"scenes":[],"types":{\#(types.joined(separator: ","))}}"#
    }

    @Test func `names in other alphabets have constants of their own in C`() throws {
        let text = try text("c", choices(["Todo.Action": ["추가", "삭제", "x"]]))
        #expect(text.contains("#define TODO_ACTION__uCD94_uAC00 \"추가\"\n#define TODO_ACTION__uC0AD_uC81C \"삭제\""))
        #expect(text.contains("#define TODO_ACTION_X \"x\""))
    }

    // Python and TypeScript have fewer characters in names than Swift.
    @Test func `a character that is no part of a name in another language is left out`() throws {
        let schema = choices(["Todo.Ⓐrea": ["m²", "가"]])
        let python = try text("python", schema)
        #expect(python.contains(#"TodoRea_m_ = TypedDict("TodoRea_m_", {"m²": "TodoRea_m__"})"#))
        #expect(python.contains(#"TodoRea = Union["TodoRea_m_", "TodoRea_가"]"#))
        #expect(try text("typescript", schema).contains("export type TodoRea ="))
    }

    @Test func `values without letters have constants of their own in C`() throws {
        let values = #"{"values":{"of":"text","all":["+","-","<=","\t","\n",""]}}"#
        let text = try text("c", schema(type: "Todo.Operator", values))
        for (name, value) in [
            ("_U2B", "+"), ("_U2D", "-"), ("_U3C_U3D", "<="), ("_U9", #"\011"#), ("_UA", #"\n"#), ("", ""),
        ] {
            #expect(text.contains("\n#define TODO_OPERATOR_\(name) \"\(value)\"\n"), "\(name)")
        }
    }

    @Test func `two names that would be the same in a language are refused`() throws {
        let cases = choices(["Todo.Action": ["queryChanged", "query_changed"]])
        #expect(
            throws: ClientGenerator.Failure(
                description: #""queryChanged" and "query_changed" would both be TODO_ACTION_QUERY_CHANGED in c. "#
                    + "Rename one.")
        ) { try text("c", cases) }
        _ = try text("python", cases)
        let dashes = choices(["Todo.Action": ["to-do", "to_do"]])
        #expect(
            throws: ClientGenerator.Failure(
                description: "Todo.Action.to-do and Todo.Action.to_do would both be TodoAction_to_do in python. "
                    + "Rename one.")
        ) { try text("python", dashes) }
        let scenes = ["a-b", "a_b"].map {
            #"{"name":"\#($0)","action":"any","state":"any","output":"never","isChild":false}"#
        }
        let schema = "{\"scenes\":[\(scenes.joined(separator: ","))],\"types\":{}}"
        #expect(
            throws: ClientGenerator.Failure(description: "a-b and a_b would both be open_a_b in python. Rename one.")
        ) { try text("python", schema) }
        #expect(
            throws: ClientGenerator.Failure(
                description: #""a-b" and "a_b" would both be SCENE_A_B in c. Rename one."#)
        ) { try text("c", schema) }
        let types = choices(["Todo.Action": ["x"], "TodoAction": ["x"]])
        for language in ["python", "typescript"] {
            #expect(
                throws: ClientGenerator.Failure(
                    description: "Todo.Action and TodoAction would both be TodoAction in \(language). Rename one.")
            ) { try text(language, types) }
        }
        // In C both names are defined as the same text.
        _ = try text("c", types)
    }

    @Test func `an invalid schema and an unknown language are errors`() {
        #expect(throws: ClientGenerator.Failure.self) { try text("python", "hello") }
        #expect(
            throws: ClientGenerator.Failure(
                description: "There is no language cobol: python, typescript, javascript, c.")
        ) { try text("cobol") }
    }

    private func schema(type name: String, _ description: String) -> String {
        """
        {"scenes":[],"types":{"\(name)":\(description),
         "Todo.State":{"object":{"members":[{"name":"x","type":"list<\(name)>"}]}}}}
        """
    }

    @Test func `a type without members is an object without members`() throws {
        let empty = schema(type: "Todo.Input", #"{"object":{"members":[]}}"#)
        #expect(try text("typescript", empty).contains("\nexport type TodoInput = Record<string, never>;\n"))
        #expect(try text("python", empty).contains("\nTodoInput = TypedDict(\"TodoInput\", {})\n"))
    }

    @Test func `an enum without cases is a type, too`() throws {
        let empty = schema(type: "Todo.Action", #"{"choice":{"cases":[]}}"#)
        #expect(try text("typescript", empty).contains("\nexport type TodoAction = never;\n"))
        // A union of nothing would be an error when the client is imported.
        #expect(try text("python", empty).contains("\nTodoAction = Any\n"))
    }

    @Test func `a type that is called like a part of the client has a name of its own`() throws {
        let number = #"{"object":{"members":[{"name":"a","type":"integer"}]}}"#
        let python = try text("python")
        let runtime = python.prefix(upTo: try #require(python.firstRange(of: "\nSCHEMA = ")).lowerBound)
        var used: Set = ["App", "None", "SCHEMA", "TYPES", "True", "False"]
        for match in runtime.matches(of: /(?m)^(?:class )?([A-Z]\w*)(?:\(| =|:)/) { used.insert(String(match.1)) }
        for match in runtime.matches(of: /(?:raise |except |set_exception\()([A-Z]\w*)/) {
            used.insert(String(match.1))
        }
        for match in runtime.matches(of: /(?m)^from \S+ import (.+)$|except \((.+)\):/) {
            let names = (match.1 ?? match.2 ?? "").split(separator: ", ").map(String.init)
            used.formUnion(names.filter { $0.first?.isUppercase == true })
        }
        #expect(used.isSuperset(of: ["Message", "Scene", "Client", "List", "Exception", "Worker", "State"]))
        for name in used {
            let text = try text("python", schema(type: name, number))
            #expect(text.contains("\n\(name)_ = TypedDict(\"\(name)_\", {\"a\": \"int\"})\n"), "\(name)")
            #expect(text.contains(#"{"x": "List[\#(name)_]"}"#), "\(name)")
        }
        for name in ["Array", "Record", "Scenes", "Children", "OneOf", "Exclude", "PropertyKey"] {
            let text = try text("typescript", schema(type: name, number))
            #expect(text.contains("\nexport interface \(name)_ { \"a\": number }\n"), "\(name)")
            #expect(text.contains("\"x\": Array<\(name)_>"), "\(name)")
        }
    }

    @Test func `line breaks and control characters in a raw value are escaped`() throws {
        let values = schema(
            type: "Todo.End", #"{"values":{"of":"text","all":["\n","\r\n","a\tb","\u007f","\u2028","what??"]}}"#)
        let texts = #""\n", "\u000d\n", "a\u0009b", "\u007f", "\u2028", "what??""#
        #expect(try text("python", values).contains("\nTodoEnd = Literal[\(texts)]\n"))
        let union = texts.replacing(", ", with: " | ")
        #expect(try text("typescript", values).contains("\nexport type TodoEnd = \(union);\n"))
        for (value, text) in [
            (#"\n"#, #"\n"#), (#"\r\n"#, #"\015\n"#), (#"a\tb"#, #"a\011b"#), (#"\u007f"#, #"\177"#),
            (#"\u2028"#, "\u{2028}"), ("what??", #"what\?\?"#),
        ] {
            let values = schema(type: "Todo.End", #"{"values":{"of":"text","all":["\#(value)"]}}"#)
            #expect(try self.text("c", values).contains(" \"\(text)\"\n"), "\(value)")
        }
    }
}
