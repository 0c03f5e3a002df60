/// A weak reference to a scene, through which actions can be sent. A parent's worker holds a child this way.
///
/// An action for a released scene is dropped with one diagnostic.
@MainActor
public final class WeakScene<Definition: SceneDefinition>: Sendable {
    /// The scene, while it exists.
    public weak var scene: SceneRuntime<Definition>? {
        didSet { remember(scene) }
    }

    /// The last scene, for the diagnostic about an action that arrives after the scene's release.
    private var last: (identity: SceneIdentity, reporter: DiagnosticReporter)?

    /// Creates a weak reference to a scene. The scene can be set later.
    public init(_ scene: SceneRuntime<Definition>? = nil) {
        self.scene = scene
        remember(scene)
    }

    private func remember(_ scene: SceneRuntime<Definition>?) {
        // The release of a scene does not call this, so `nil` was set on purpose. Later actions are then ignored.
        last = scene.map { ($0.identity, $0.publisher.currentReporter) }
    }

    /// Executes an action on the scene, if it still exists; see ``SceneRuntime/execute(_:fileID:line:)``.
    ///
    /// - Returns: The action's task, or `nil` if there is no scene. An action for a released scene is reported. If no
    ///   scene was set, the action is ignored.
    @discardableResult
    public func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never>? {
        if let scene { return scene.execute(action, fileID: fileID, line: line) }
        if let last {
            last.reporter.report(
                SceneDiagnostic(
                    kind: .actionDropped(.released), scene: last.identity, subject: action,
                    callSite: CallSite(fileID: fileID, line: line)))
        }
        return nil
    }
}
