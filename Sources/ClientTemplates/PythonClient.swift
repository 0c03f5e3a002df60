/// Generates a client in Python: types for a type checker, and a session that uses standard streams or a library.
struct PythonClient {
    let schema: Schema
    /// The names that the client itself uses, and those of Python that begin with a capital letter.
    static let reserved: Set<String> = [
        "Action", "Any", "App", "AsyncIterator", "AttributeError", "Awaitable", "BaseException", "BridgeError",
        "Call", "Callable", "Client", "ConnectionError", "Deque", "Dict", "Exception", "False", "Generic",
        "ImportError", "Library", "List", "Literal", "LookupError", "Message", "None", "NotRequired", "Optional",
        "Output", "Program", "Protocol", "RecursionError", "RuntimeError", "SCHEMA", "Scene", "Socket", "State",
        "TYPES", "Transport", "True", "TypeError", "TypeVar", "TypedDict", "Union", "ValueError", "Worker",
    ]

    init(_ schema: Schema) {
        self.schema = schema
    }

    var text: String {
        let runtime = String(decoding: PackageResources.client_py, as: UTF8.self)
        return """
            # \(ClientLanguage.python.headline)
            \(runtime)
            SCHEMA = "\(schema.hash)"
            TYPES = r\"\"\"
            \(schema.text)
            \"\"\"

            \(schema.types.sorted { $0.key < $1.key }.map(declaration).joined(separator: "\n"))


            class App(Client):
                \"\"\"The scenes of the app.\"\"\"

            \(openings)

            """
    }

    var names: [ClientName] {
        schema.types.sorted { $0.key < $1.key }.flatMap(typeNames)
            + schema.scenes.filter { !$0.isChild }.map {
                ClientName(text: "open_\(ClientName.value($0.name))", meaning: $0.name)
            }
    }

    private func typeName(_ name: String) -> String { ClientName.type(name, reserved: Self.reserved) }

    private func typeNames(_ name: String, _ type: TypeDescription) -> [ClientName] {
        let own = ClientName(text: typeName(name), meaning: name)
        guard case .choice(let cases) = type else { return [own] }
        return [own]
            + cases.map { ClientName(text: "\(own.text)_\(ClientName.value($0.name))", meaning: "\(name).\($0.name)") }
    }

    private func declaration(_ name: String, _ type: TypeDescription) -> String {
        let name = typeName(name)
        switch type {
        case .object(let members): return dictionary(name, members)
        case .alias(let other): return "\(name) = \(typeText(other))"
        case .values(.text, let all): return "\(name) = Literal[\(all.map(ClientName.quoted).joined(separator: ", "))]"
        // Python has no literal types of floating-point numbers.
        case .values(.number, _): return "\(name) = float"
        case .values(_, let all): return "\(name) = Literal[\(all.joined(separator: ", "))]"
        case .choice(let cases) where cases.isEmpty: return "\(name) = Any"
        case .choice(let cases):
            let parts = cases.map { known in
                let part = "\(name)_\(ClientName.value(known.name))"
                return """
                    \(dictionary("\(part)_", known.members))
                    \(part) = TypedDict("\(part)", {\(ClientName.quoted(known.name)): "\(part)_"})
                    """
            }
            let union = cases.map { "\"\(name)_\(ClientName.value($0.name))\"" }.joined(separator: ", ")
            return (parts + ["\(name) = Union[\(union)]"]).joined(separator: "\n")
        }
    }

    private func dictionary(_ name: String, _ members: [TypeDescription.Member]) -> String {
        let entries = members.map { member in
            // A text, because Python has `NotRequired` only since 3.11.
            let type = typeText(member.type)
            return "\(ClientName.quoted(member.name)): \"\(member.type.isOptional ? "NotRequired[\(type)]" : type)\""
        }
        return "\(name) = TypedDict(\"\(name)\", {\(entries.joined(separator: ", "))})"
    }

    private func typeText(_ type: WireType) -> String {
        switch type {
        case .boolean: "bool"
        case .integer: "int"
        // Numbers that are not finite are text.
        case .number: "Union[float, Literal['NaN', 'Infinity', '-Infinity']]"
        case .text, .date, .bytes: "str"
        case .any, .never: "Any"
        case .list(let element): "List[\(typeText(element))]"
        case .map(let value): "Dict[str, \(typeText(value))]"
        case .optional(let wrapped): "Optional[\(typeText(wrapped))]"
        case .named(let name): typeName(name)
        }
    }

    private var openings: String {
        let functions = schema.scenes.filter { !$0.isChild }.map { scene in
            let type = "Scene[\(typeText(scene.state)), \(typeText(scene.action)), \(typeText(scene.output))]"
            let input = scene.input.map { ", input: \(typeText($0))" + ($0.isOptional ? " = None" : "") } ?? ""
            let argument = scene.input == nil ? "" : ", input"
            return """
                    async def open_\(ClientName.value(scene.name))(self\(input)) -> \(type):
                        return await self.open(\(ClientName.quoted(scene.name))\(argument))
                """
        }
        return functions.isEmpty ? "    pass" : functions.joined(separator: "\n\n")
    }
}
