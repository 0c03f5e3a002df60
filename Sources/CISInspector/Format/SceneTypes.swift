public import CIS
internal import CISReflection
internal import Foundation

/// The types of a scene, as a recording describes them. Two versions of a program are compared with it.
public struct SceneTypes: Sendable, Hashable, Codable {
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
    /// The cases of actions and mutations whose values can be written as literals, as in `action.typed`. Of others, such as
    /// those with a URL, the recording does not show it. `nil` in older files.
    let literalCases: [String]?
    /// The types that are not `Codable`. A scene with such types can be looked at, but not replayed from a file.
    public let notCodable: [String]

    /// The types of a definition.
    public init<Definition: SceneDefinition>(of definition: Definition.Type) {
        name = "\(definition)"
        state = stableName(of: Definition.State.self)
        fields = Dictionary(
            FieldReflection.fields(of: Definition.State.self).map { ($0.name, "\($0.type)") }, uniquingKeysWith: { $1 })
        mutation = stableName(of: Definition.Mutation.self)
        mutationCases = EnumCaseName.all(of: Definition.Mutation.self)
        action = stableName(of: Definition.Action.self)
        actionCases = EnumCaseName.all(of: Definition.Action.self)
        literalCases =
            Self.literalCases(of: Definition.Action.self, "action")
            + Self.literalCases(of: Definition.Mutation.self, "mutation")
        let types: [any Any.Type] = [Definition.State.self, Definition.Mutation.self]
        notCodable = types.filter { !($0 is any Codable.Type) }.map { stableName(of: $0) }
    }

    /// The cases of an enum whose values have literals, behind a kind. Empty for another type.
    static func literalCases(of type: any Any.Type, _ kind: String) -> [String] {
        guard let metadata = EnumMetadata(type), let names = metadata.caseNames else { return [] }
        let isCoded = type is any Codable.Type
        let cases = zip(names, metadata.payloads).filter { _, payload in
            payload?.allSatisfy { member in
                // A coding leaves out an optional that is nil, and a case without it has another form.
                hasLiterals("\(member.type)") && !(isCoded && "\(member.type)".hasPrefix("Optional<"))
            } ?? false
        }
        return cases.map { "\(kind).\($0.0)" }
    }

    /// Whether a type has literals: a text may also stand for a URL. A tuple looks like several values, and a dictionary may look
    /// like an array.
    static func hasLiterals(_ type: String) -> Bool {
        let plain = ["Int", "UInt", "Double", "Float", "Bool", "String", "Optional", "Array", "Set"]
        return !type.contains("(") && type.split { !$0.isLetter }.allSatisfy { plain.contains(String($0)) }
    }

    var value: RecordedValue { (try? ValueRecorder(Redaction()).encode(self)) ?? .null }

    /// Returns `nil` if the value does not have the types of a scene.
    init?(_ value: RecordedValue) {
        guard let types = try? JSONDecoder().decode(Self.self, from: Data(value.bytes)) else { return nil }
        self = types
    }
}
