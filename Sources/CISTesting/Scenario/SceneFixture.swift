public import CIS

/// Assembles the scene of a scenario with its doubles. A new fixture is created for every run.
///
/// ```swift
/// struct Upload: SceneFixture {
///     let worker = UploadWorkerDouble()
///     let clock = ManualClock()
///     func assemble(_ state: UploadReceipt.State) -> SceneRuntime<UploadReceipt>
///     {
///         UploadReceipt.assemble(state, worker: worker, clock: clock)
///     }
/// }
/// ```
///
/// Doubles and clocks are stored properties of the fixture. A scenario reaches them by name: `test.worker`.
@MainActor
public protocol SceneFixture {
    /// The definition of the scene.
    associatedtype Definition: SceneDefinition

    /// Assembles the scene as the application does, with doubles in place of its workers. Called once.
    ///
    /// - Parameter state: The state to start with.
    func assemble(_ state: Definition.State) -> SceneRuntime<Definition>

    /// The feature under which the written specification lists the scenarios. The default is the name of the definition.
    static var feature: String { get }
}

extension SceneFixture {
    /// The name of the definition.
    public static var feature: String { String(describing: Definition.self) }
}
