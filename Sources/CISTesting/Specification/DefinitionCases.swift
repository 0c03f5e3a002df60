package import CIS

/// The actions, use cases and mutations of a scene, and which of them scenarios have exercised.
package struct DefinitionCases: Sendable, Equatable {
    /// What a case is of.
    package enum Kind: String, Sendable, CaseIterable {
        case action = "Action"
        case useCase = "UseCase"
        case mutation = "Mutation"
    }

    /// The scene's definition.
    package let definition: String
    /// All cases, by kind. A kind that is no enum, or whose cases cannot be listed, is missing.
    package private(set) var all: [Kind: [String]] = [:]
    /// The cases that were exercised.
    package private(set) var exercised: [Kind: Set<String>] = [:]

    /// A scene of which nothing was exercised yet.
    package init<Definition: SceneDefinition>(_ definition: Definition.Type) {
        self.definition = "\(definition)"
        all[.action] = EnumCaseName.all(of: Definition.Action.self)
        all[.useCase] = EnumCaseName.all(of: Definition.UseCase.self)
        all[.mutation] = EnumCaseName.all(of: Definition.Mutation.self)
    }

    /// As it was read from a file.
    init(definition: String) {
        self.definition = definition
    }

    mutating func add(_ cases: [String], kind: Kind) {
        exercised[kind, default: []].formUnion(cases)
    }

    /// Notes that a value was executed.
    package mutating func note(_ value: Any, as kind: Kind) {
        add([EnumCaseName.of(value)], kind: kind)
    }

    /// A scene that runs, of which nothing was exercised yet; `nil` for a scene of another kind than `SceneRuntime`.
    @MainActor
    package init?(of scene: any SceneNode) {
        guard let scene = scene as? any DefinedScene else { return nil }
        self = scene.definitionCases
    }

    /// Notes what an event was about, if it was an action, a use case or a mutation that was carried out.
    package mutating func note(_ event: SceneEvent.Kind) {
        switch event {
        case .action(let value): note(value, as: .action)
        case .useCase(let value): note(value, as: .useCase)
        case .mutation(let value): note(value, as: .mutation)
        default: break
        }
    }

    /// Adds what others have exercised. The cases that there are, are those of `other`, which is newer.
    mutating func merge(_ other: DefinitionCases) {
        all = other.all
        for kind in Kind.allCases {
            exercised[kind, default: []].formUnion(other.exercised[kind] ?? [])
            // Former cases that are gone.
            if let all = all[kind] { exercised[kind]?.formIntersection(all) }
        }
    }

    /// The cases that nobody has exercised; `nil` if it is not known which there are.
    package func unexercised(_ kind: Kind) -> [String]? {
        all[kind].map { all in all.filter { exercised[kind]?.contains($0) != true } }
    }
}

/// A scene that can be asked for its definition.
@MainActor
private protocol DefinedScene {
    var definitionCases: DefinitionCases { get }
}

extension SceneRuntime: DefinedScene {
    fileprivate var definitionCases: DefinitionCases { DefinitionCases(Definition.self) }
}
