/// A port of a scene. The protocol hides the type of the outputs.
@MainActor
protocol ScenePort: AnyObject, Sendable {
    var scene: (any OutputScene)? { get }
    func disconnect()
    func deliverEarlyOutputs()
}

extension OutputPort: ScenePort {}

/// The scene of a port. The protocol hides the type of the scene.
@MainActor
protocol OutputScene: AnyObject, Sendable {
    var identity: SceneIdentity { get }
    var currentReporter: DiagnosticReporter { get }
    func willSend(_ output: some Sendable, at site: CallSite) -> OpenEvent?
    /// Tells a test tool where a closure was registered; see ``RegisteredClosure``.
    func note(
        _ function: StaticString, at site: CallSite, endsLater: Bool, _ release: @escaping @MainActor () -> Void)
    /// Called when an output is kept until the parent connects.
    func keepsOutput()
    /// Called after the release of the runtime. Ends everything that the runtime has started.
    func runtimeWasReleased()
}

/// Runs the body on the main actor with a scene, like `onMainActor`. Used in the deinit of a scene. The body captures
/// nothing and is not generic, which saves an allocation and a lookup of types for every scene that is released.
func notifyOnMainActor(
    _ scene: any OutputScene, _ body: @escaping @MainActor @Sendable (any OutputScene) -> Void
) {
    guard isSurelyOnMainActor() else {
        Task { @MainActor in body(scene) }
        return
    }
    // As in `onMainActor`.
    let isolated: @MainActor @Sendable (any OutputScene) -> Void = body
    unsafeBitCast(isolated, to: (@Sendable (any OutputScene) -> Void).self)(scene)
}
