/// A scene held weakly, to send it actions: how a parent's worker holds a child.
///
/// An action for a scene that has been released is dropped with one diagnostic, neither lost in silence nor a crash.
@MainActor
public final class WeakScene<Definition: SceneDefinition>: Sendable {
    /// The scene, while it exists.
    public weak var scene: SceneRuntime<Definition>? {
        didSet { remember(scene) }
    }

    /// The scene held last, for the report about a message that comes too late.
    private var last: (identity: SceneIdentity, reporter: DiagnosticReporter)?

    /// Holds a scene weakly, or none yet.
    public init(_ scene: SceneRuntime<Definition>? = nil) {
        self.scene = scene
        remember(scene)
    }

    private func remember(_ scene: SceneRuntime<Definition>?) {
        // Let go on purpose: nothing is expected of a later message. A scene that is released does not come by here.
        last = scene.map { ($0.identity, $0.publisher.currentReporter) }
    }

    /// Executes an action on the scene, if it still exists; see ``SceneRuntime/execute(_:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The action's task, or `nil` if there is no scene. For a scene that has been released this is
    ///   reported; where none was ever set, nothing is expected to happen.
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
