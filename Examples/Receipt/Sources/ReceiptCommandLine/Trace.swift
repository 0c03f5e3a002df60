package import CIS
package import ReceiptScenes

/// `--trace`: prints each event of the scenes when it begins, indented below its cause.
@MainActor package final class Trace: SceneObserver {
    private let write: (String) -> Void
    /// The indents below all events, also ended ones: an action that had to wait may begin after its cause has ended.
    private var indents: [SceneEvent.ID: String] = [:]

    private init(write: @escaping (String) -> Void) { self.write = write }

    /// Follows the scene and its children as long as the scene exists. `write` receives one line at a time.
    package static func attach(to scene: SceneRuntime<UploadReceipt>, write: @escaping (String) -> Void) {
        let trace = Trace(write: write)
        scene.attach(trace, on: scene)
        // A child exists when the observers of its parent are called. A closed child
        // stays attached, because it may still try to do something.
        scene.observe(\.addRequests, on: scene) { scene, _ in
            scene.child(of: \.addRequests, as: AddRequests.self)?.attach(trace, on: scene)
        }
    }

    package func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        let indent = event.cause.flatMap { indents[$0] } ?? ""
        indents[event.id] = indent + "  "
        let line = "[trace] \(indent)\(event.scene.name) \(text(of: event.kind))"
        write(line)
        guard case .action = event.kind else { return nil }
        return { [write] ending in if ending == .cancelled { write("\(line) ended, cancelled") } }
    }

    private func text(of kind: SceneEvent.Kind) -> String {
        switch kind {
        case .action(let action): "action \(short(action))"
        case .useCase(let useCase): "use case \(short(useCase))"
        case .mutation(let mutation): "mutation \(short(mutation))"
        case .commit: "commit"
        case .sideEffects: "side effects"
        case .output(let output): "output \(short(output))"
        case .dropped(let kind, let value, let reason): "dropped \(kind.rawValue) \(short(value)): \(reason.rawValue)"
        case .cancelled(let action, let reason): "cancelled action \(short(action)): \(reason.rawValue)"
        case .stopped: "stopped"
        }
    }

    /// The name of a case and the beginning of its payload; for an image only its type.
    private func short(_ value: Any) -> String {
        if let text = value as? String { return "\(text.prefix(32))".debugDescription + (text.count > 32 ? "…" : "") }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: return mirror.children.first.map { "\($0.label ?? "")(\(short($0.value)))" } ?? "\(value)"
        case .tuple: return mirror.children.map { "\($0.label ?? ""): \(short($0.value))" }.joined(separator: ", ")
        case .collection: return mirror.children.count == 1 ? "1 item" : "\(mirror.children.count) items"
        case nil: return "\(value)"
        default: return "\(type(of: value))"
        }
    }
}
