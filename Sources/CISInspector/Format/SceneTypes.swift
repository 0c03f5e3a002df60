public import CIS
internal import CISReflection

/// The types of a scene, as a recording describes them. Two versions of a program are compared with it.
public struct SceneTypes: Sendable, Hashable {
    /// The name of the definition.
    public let name: String
    /// The name of the state's type, with its module.
    public let state: String
    /// The stored fields of the state, and their types.
    public let fields: [String: String]
    /// The name of the mutation's type, with its module.
    public let mutation: String
    /// The cases of the mutation. `nil` if it is not an enum.
    public let mutationCases: [String]?
    /// The name of the action's type, with its module.
    public let action: String
    /// The cases of the action. `nil` if it is not an enum.
    public let actionCases: [String]?
    /// The types that are not `Codable`. A scene with such types can be looked at, but not replayed from a file.
    public let notCodable: [String]

    /// The types of a definition.
    public init<Definition: SceneDefinition>(of definition: Definition.Type) {
        name = "\(definition)"
        state = TypeName.of(Definition.State.self)
        fields = Dictionary(
            FieldReflection.fields(of: Definition.State.self).map { ($0.name, "\($0.type)") }, uniquingKeysWith: { $1 })
        mutation = TypeName.of(Definition.Mutation.self)
        mutationCases = EnumCaseName.all(of: Definition.Mutation.self)
        action = TypeName.of(Definition.Action.self)
        actionCases = EnumCaseName.all(of: Definition.Action.self)
        let types: [any Any.Type] = [Definition.State.self, Definition.Mutation.self]
        notCodable = types.filter { !($0 is any Codable.Type) }.map { TypeName.of($0) }
    }

    // MARK: JSON

    var value: RecordedValue {
        let list = { (names: [String]?) in names.map { RecordedValue.array($0.map { .text($0) }) } }
        let members = fields.sorted { $0.key < $1.key }.map { RecordedValue.Member($0.key, .text($0.value)) }
        return .object([
            "state": .object(["name": .text(state), "fields": .object(members)]),
            "mutation": .object(["name": .text(mutation), "cases": list(mutationCases)]),
            "action": .object(["name": .text(action), "cases": list(actionCases)]),
            "notCodable": notCodable.isEmpty ? nil : list(notCodable),
        ])
    }

    init?(name: String, _ value: RecordedValue?) {
        guard let value, let state = value["state"]?["name"]?.text else { return nil }
        let texts = { (value: RecordedValue?) -> [String]? in
            guard case .array(let elements)? = value else { return nil }
            return elements.compactMap(\.text)
        }
        self.name = name
        self.state = state
        var fields: [String: String] = [:]
        if case .object(let members)? = value["state"]?["fields"] {
            for member in members { fields[member.key] = member.value.text }
        }
        self.fields = fields
        mutation = value["mutation"]?["name"]?.text ?? ""
        mutationCases = texts(value["mutation"]?["cases"])
        action = value["action"]?["name"]?.text ?? ""
        actionCases = texts(value["action"]?["cases"])
        notCodable = texts(value["notCodable"]) ?? []
    }
}
