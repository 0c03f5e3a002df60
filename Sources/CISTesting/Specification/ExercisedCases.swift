package import CIS

/// What a scenario makes its scenes do, by definition.
@MainActor
package struct ExercisedCases {
    private var cases: [String: DefinitionCases] = [:]

    package init() {}

    /// Takes a scene in, so that its cases are listed, exercised or not.
    package mutating func watch(_ scene: any SceneNode) {
        guard cases[scene.identity.name] == nil, let new = DefinitionCases(of: scene) else { return }
        cases[new.definition] = new
    }

    /// Notes what happened in a scene that was taken in.
    package mutating func note(_ event: SceneEvent) {
        cases[event.scene.name]?.note(event.kind)
    }

    /// For ``Specification/record(_:exercised:at:)``.
    package var definitions: [DefinitionCases] { cases.values.sorted { $0.definition < $1.definition } }
}
