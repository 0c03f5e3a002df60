package import CIS
import CISReflection

/// The cases of a scene's `Action`, `UseCase` and `Mutation`, and which of them scenarios have exercised.
package struct DefinitionCases: Sendable, Equatable {
    /// The kinds of cases.
    package enum Kind: String, Sendable, CaseIterable {
        case action = "Action"
        case useCase = "UseCase"
        case mutation = "Mutation"
    }

    /// The scene's definition.
    package let definition: String
    /// All cases, by kind. A kind whose cases cannot be listed is missing.
    package private(set) var all: [Kind: [String]] = [:]
    /// The exercised cases.
    package private(set) var exercised: [Kind: Set<String>] = [:]

    /// Creates the cases of a definition, none exercised.
    package init<Definition: SceneDefinition>(_ definition: Definition.Type) {
        self.definition = "\(definition)"
        all[.action] = EnumCaseName.all(of: Definition.Action.self)
        all[.useCase] = EnumCaseName.all(of: Definition.UseCase.self)
        all[.mutation] = EnumCaseName.all(of: Definition.Mutation.self)
    }

    /// Creates an empty value, to which the cases from a file are added.
    init(definition: String) {
        self.definition = definition
    }

    mutating func add(_ cases: [String], kind: Kind) {
        exercised[kind, default: []].formUnion(cases)
    }

    /// Marks the case of a value as exercised.
    package mutating func note(_ value: Any, as kind: Kind) {
        add([EnumCaseName.of(value)], kind: kind)
    }

    /// Creates the cases of a running scene, none exercised. `nil` if the scene is not a `SceneRuntime`.
    @MainActor
    package init?(of scene: any SceneNode) {
        guard let scene = scene as? any DefinedScene else { return nil }
        self = scene.definitionCases
    }

    /// Marks the case of an event as exercised, if it is an action, a use case or a mutation that was carried out.
    package mutating func note(_ event: SceneEvent.Kind) {
        switch event {
        case .action(let value): note(value, as: .action)
        case .useCase(let value): note(value, as: .useCase)
        case .mutation(let value): note(value, as: .mutation)
        default: break
        }
    }

    /// Adds the exercised cases of `other`. `other` is newer, so its list of cases replaces this one.
    mutating func merge(_ other: DefinitionCases) {
        all = other.all
        for kind in Kind.allCases {
            exercised[kind, default: []].formUnion(other.exercised[kind] ?? [])
            // Drops cases that no longer exist.
            if let all = all[kind] { exercised[kind]?.formIntersection(all) }
        }
    }

    /// The cases that were not exercised. `nil` if the cases of that kind are unknown.
    package func unexercised(_ kind: Kind) -> [String]? {
        all[kind].map { all in all.filter { exercised[kind]?.contains($0) != true } }
    }
}

/// A scene whose definition can be read.
@MainActor
private protocol DefinedScene {
    var definitionCases: DefinitionCases { get }
}

extension SceneRuntime: DefinedScene {
    fileprivate var definitionCases: DefinitionCases { DefinitionCases(Definition.self) }
}
