import CIS

/// The types of the values that a host and a scene exchange.
struct SceneTypes: Sendable {
    let action: any Any.Type
    let shown: any Any.Type
    let output: any Any.Type
    let input: (any Any.Type)?

    init<Definition: Bridged>(_ definition: Definition.Type, input: (any Any.Type)? = nil) {
        action = Definition.Action.self
        shown = Definition.Shown.self
        output = Definition.Output.self
        self.input = input
    }
}

extension Schema {
    /// Creates the schema of the given scenes.
    package init(_ scenes: [BridgedScene]) {
        var builder = SchemaBuilder()
        self.scenes = scenes.sorted { $0.name < $1.name }.map { scene in
            Scene(
                name: scene.name, action: builder.wireType(of: scene.types.action),
                state: builder.wireType(of: scene.types.shown), output: builder.wireType(of: scene.types.output),
                input: scene.types.input.map { builder.wireType(of: $0) }, isChild: scene.assemble == nil)
        }
        types = builder.types
    }
}
