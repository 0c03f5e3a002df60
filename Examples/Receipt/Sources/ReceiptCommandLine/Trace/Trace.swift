package import CIS
package import ReceiptScenes

/// `--trace`: prints each thing that happens in the scenes when it begins, indented below what caused it.
@MainActor package final class Trace: SceneObserver {
    private let write: (String) -> Void
    /// Of all events: an action that had to wait begins when its cause may have ended long ago.
    private var depths: [SceneEvent.ID: Int] = [:]
    /// Those of closed children too: what such a child still tries to do is worth seeing.
    private var tokens: [ObservationToken] = []

    /// - Parameter write: takes one line, without its end.
    package init(write: @escaping (String) -> Void) {
        self.write = write
    }

    /// Follows the root, and each child from its first action on: the scene has declared its children before, so a child is
    /// there when the parent's observers hear of it.
    package func follow(_ scene: SceneRuntime<UploadReceipt>) {
        tokens.append(scene.attach(self))
        scene.observe(\.addRequests, on: self) { [weak scene] trace, _ in
            if let child = scene?.child(AddRequests.self) { trace.tokens.append(child.attach(trace)) }
        }
    }

    package func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        let depth = event.cause.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
        depths[event.id] = depth
        let text = "\(event.scene.name) \(event.kind.summary)"
        show(text, depth: depth)
        guard case .action = event.kind else { return nil }
        return { ending in
            if ending == .cancelled { self.show("\(text) ended, cancelled", depth: depth) }
        }
    }

    private func show(_ text: String, depth: Int) {
        write("[trace] " + String(repeating: "  ", count: depth) + Printable.line(text))
    }
}

extension SceneEvent.Kind {
    /// What happened, in a few words.
    fileprivate var summary: String {
        switch self {
        case .action(let action): "action \(ShortText.of(action))"
        case .useCase(let useCase): "use case \(ShortText.of(useCase))"
        case .mutation(let mutation): "mutation \(ShortText.of(mutation))"
        case .commit: "commit"
        case .sideEffects: "side effects"
        case .output(let output): "output \(ShortText.of(output))"
        case .dropped(let kind, let value, let reason):
            "dropped \(kind.rawValue) \(ShortText.of(value)): \(reason.rawValue)"
        case .cancelled(let action, let reason): "cancelled action \(ShortText.of(action)): \(reason.rawValue)"
        case .stopped: "stopped"
        }
    }
}
