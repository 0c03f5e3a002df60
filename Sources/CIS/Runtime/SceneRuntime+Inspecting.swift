// Functions with which test tools inspect a scene.

extension SceneRuntime: InspectableScene {
    package var currentState: any SceneState {
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        return publisher.storage.pointee
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
