// Functions with which test tools inspect a scene.

extension SceneRuntime: InspectableScene {
    package var currentState: any SceneState {
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        return publisher.storage.pointee
    }

    package func applying(_ mutation: any Sendable, to state: any SceneState) -> (any SceneState)? {
        (store as? any Store).flatMap { Self.apply(mutation, to: state, as: $0) }
    }

    private static func apply<Owner: Store>(
        _ mutation: any Sendable, to state: any SceneState, as store: Owner
    ) -> (any SceneState)? {
        guard var state = state as? Owner.State, let mutation = mutation as? Owner.Mutation else { return nil }
        Owner.mutate(&state, by: mutation)
        return state
    }
}

extension SceneRuntime {
    /// The number of fields that are or were read with ``observed(_:)``, for tests.
    package var rememberedFieldCount: Int { publisher.extras?.fields?.count ?? 0 }

    /// Whether a commit compares fields for the Observation framework, for tests.
    package var isTracked: Bool { publisher.flags.contains(.tracked) }

    /// From now on, every read counts as tracked, as on systems where the Observation framework does not reveal its
    /// readers.
    package func assumeThatReadsAreTracked() { publisher.assumeThatReadsAreTracked() }
}
