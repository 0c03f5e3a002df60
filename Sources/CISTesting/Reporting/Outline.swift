package import CIS

/// What happened in scenes, each step indented below its cause.
package enum Outline {
    /// The events in order of their beginning, one a line: `#4 use case attach("a.jpg")`.
    ///
    /// A cause that is not among the events counts as none. When events of several scenes are listed, each line begins
    /// with its scene.
    ///
    /// - Parameters:
    ///   - events: What observers of the scenes were told.
    ///   - limit: The most lines; the oldest are left out, and counted in the first line. The outermost of the rest stands
    ///     at the left edge, so that a long chain of causes stays readable.
    package static func text(of events: [SceneEvent], limit: Int = 200) -> String {
        let sorted = events.sorted { $0.id < $1.id }
        let showsScene = Set(sorted.map(\.scene)).count > 1
        var depths: [SceneEvent.ID: Int] = [:]
        for event in sorted { depths[event.id] = event.cause.flatMap { depths[$0] }.map { $0 + 1 } ?? 0 }
        let shown = sorted.suffix(limit)
        let outermost = shown.compactMap { depths[$0.id] }.min() ?? 0
        let lines = shown.map { event in
            let indentation = String(repeating: "  ", count: depths[event.id, default: 0] - outermost)
            let scene = showsScene ? "\(event.scene) " : ""
            return "\(indentation)\(event.id) \(scene)\(words(for: event.kind))"
        }
        let earlier = sorted.count - shown.count
        let heading = earlier > 0 ? ["… \(Amount.of(earlier, "earlier step"))"] : []
        return (heading + lines).joined(separator: "\n")
    }

    private static func words(for kind: SceneEvent.Kind) -> String {
        switch kind {
        case .action(let value): "action \(Rendering.summary(of: value))"
        case .useCase(let value): "use case \(Rendering.summary(of: value))"
        case .mutation(let value): "mutation \(Rendering.summary(of: value))"
        case .commit(let revision): "commit \(revision)"
        case .sideEffects(let value): "side effects of \(CaseName.of(value))"
        case .output(let value): "output \(Rendering.summary(of: value))"
        case .dropped(let what, let value, let reason):
            "dropped \(what.rawValue) \(Rendering.summary(of: value)) (\(reason.rawValue))"
        case .cancelled(let value, let reason): "cancelled \(Rendering.summary(of: value)) (\(reason.rawValue))"
        case .stopped: "stopped"
        }
    }
}
