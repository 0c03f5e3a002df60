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
            guard let child = scene?.child(of: \.addRequests, as: AddRequests.self) else { return }
            trace.tokens.append(child.attach(trace))
        }
    }

    package func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        let depth = event.cause.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
        depths[event.id] = depth
        let text = "\(event.scene.name) \(Self.summary(event.kind))"
        show(text, depth)
        guard case .action = event.kind else { return nil }
        return { ending in
            if ending == .cancelled { self.show("\(text) ended, cancelled", depth) }
        }
    }

    private func show(_ text: String, _ depth: Int) {
        write("[trace] " + String(repeating: "  ", count: depth) + text.printable())
    }

    private static func summary(_ kind: SceneEvent.Kind) -> String {
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

    /// A value in a few characters: the name of its case, with what fits of its payload. Of an image only the type is told,
    /// never its bytes.
    private static func short(_ value: Any) -> String {
        if let text = value as? String {
            return String(text.prefix(32)).debugDescription + (text.count > 32 ? "…" : "")
        }
        if value is Bool || value is Int { return "\(value)" }
        let mirror = Mirror(reflecting: value)
        let children = mirror.children
        switch mirror.displayStyle {
        case .enum: return children.first.map { "\($0.label ?? "")(\(short($0.value)))" } ?? "\(value)"
        case .tuple: return children.map { labelled($0) }.joined(separator: ", ")
        case .collection: return children.count == 1 ? "1 item" : "\(children.count) items"
        default: return "\(type(of: value))"
        }
    }

    private static func labelled(_ child: Mirror.Child) -> String {
        guard let label = child.label, !label.hasPrefix(".") else { return short(child.value) }
        return "\(label): \(short(child.value))"
    }
}
