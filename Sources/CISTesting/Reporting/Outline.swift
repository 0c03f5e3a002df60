package import CIS
import CISReflection

/// Formats the events of scenes as an outline, in which each event is below its cause.
package enum Outline {
    /// The events, one per line: `#4 use case attach("a.jpg")`. The effects of an event are indented below it. The numbers
    /// give the order in which all events began. Commits are omitted, and so are side effects that caused nothing.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - limit: The maximum number of lines. If there are more events, the oldest are omitted, and the first line shows
    ///     their number. An event whose cause is omitted is not indented, and names its cause: `of #4`.
    package static func text(of events: [SceneEvent], limit: Int = 200) -> String {
        let sorted = told(events.sorted { $0.id < $1.id })
        let shown = sorted.suffix(limit)
        let drawn = Set(shown.map(\.id))
        let known = Set(sorted.map(\.id))
        let effects = Dictionary(grouping: shown) { event in event.cause.flatMap { drawn.contains($0) ? $0 : nil } }
        let showsScene = Set(sorted.map(\.event.scene)).count > 1
        var lines: [String] = []
        // A loop with a stack instead of recursion, because chains of causes can be long.
        var open = (effects[nil] ?? []).reversed().map { (event: $0, depth: 0) }
        while let (event, depth) = open.popLast() {
            let indentation = String(repeating: "  ", count: min(depth, depthLimit))
            let scene = showsScene ? "\(event.event.scene) " : ""
            let cause = event.cause.flatMap { !drawn.contains($0) && known.contains($0) ? " of \($0)" : nil } ?? ""
            lines.append("\(indentation)\(event.id)\(cause) \(scene)\(words(for: event.event.kind))")
            open += (effects[event.id] ?? []).reversed().map { ($0, depth + 1) }
        }
        let earlier = sorted.count - shown.count
        let heading = earlier > 0 ? ["… \(CountText.of(earlier, "earlier step"))"] : []
        return (heading + lines).joined(separator: "\n")
    }

    /// Returns the events that are shown. If the cause of an event is not shown, the cause of that cause takes its
    /// place, and so on.
    private static func told(_ events: [SceneEvent]) -> [Told] {
        let causing = Set(events.compactMap(\.cause))
        var causes: [SceneEvent.ID: SceneEvent.ID?] = [:]
        return events.compactMap { event in
            // The events are sorted, so the cause was handled in an earlier iteration.
            let cause = event.cause.flatMap { causes[$0] ?? $0 }
            switch event.kind {
            case .commit: break
            case .sideEffects where !causing.contains(event.id): break
            default: return Told(event: event, cause: cause)
            }
            causes[event.id] = cause
            return nil
        }
    }

    private struct Told {
        let event: SceneEvent
        let cause: SceneEvent.ID?
        var id: SceneEvent.ID { event.id }
    }

    /// The maximum level of indentation.
    private static var depthLimit: Int { 20 }

    private static func words(for kind: SceneEvent.Kind) -> String {
        switch kind {
        case .action(let value): "action \(Rendering.summary(of: value))"
        case .useCase(let value): "use case \(Rendering.summary(of: value))"
        case .mutation(let value): "mutation \(Rendering.summary(of: value))"
        case .commit: "commit"
        case .sideEffects(let value): "side effects of \(EnumCaseName.of(value))"
        case .output(let value): "output \(Rendering.summary(of: value))"
        case .dropped(let what, let value, let reason):
            "dropped \(what.rawValue) \(Rendering.summary(of: value)) (\(reason.rawValue))"
        case .cancelled(let value, let reason): "cancelled \(Rendering.summary(of: value)) (\(reason.rawValue))"
        case .stopped: "stopped"
        }
    }
}
