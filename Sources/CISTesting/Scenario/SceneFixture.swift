public import CIS

/// What scenarios are about: assembles a scene with its doubles, anew for every run.
///
/// ```swift
/// struct Upload: SceneFixture {
///     let worker = UploadWorkerDouble()
///     let clock = ManualClock()
///     func assemble(_ state: Upload.State) -> SceneRuntime<UploadReceipt> {
///         UploadReceipt.assemble(state, worker: worker)
///     }
/// }
/// ```
///
/// The doubles and the clock are its stored properties: a scenario reaches them by name.
@MainActor
public protocol SceneFixture {
    /// The definition of the scene.
    associatedtype Definition: SceneDefinition

    /// Assembles the scene as the application does, with doubles in place of its workers. Called once.
    ///
    /// - Parameter state: The state to start with.
    func assemble(_ state: Definition.State) -> SceneRuntime<Definition>

    /// What the scenarios belong to, in a table of specifications. The name of the definition, unless given.
    static var feature: String { get }
}

extension SceneFixture {
    /// The name of the definition.
    public static var feature: String { String(describing: Definition.self) }
}
