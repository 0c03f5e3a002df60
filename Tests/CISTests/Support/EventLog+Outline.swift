import CIS

extension SceneEvent.Kind {
    /// The kind of the event, in one word.
    var label: String {
        switch self {
        case .action: "action"
        case .useCase: "useCase"
        case .mutation: "mutation"
        case .commit: "commit"
        case .sideEffects: "sideEffects"
        case .output: "output"
        case .dropped(let dropped, _, let reason): "dropped \(dropped) (\(reason))"
        case .cancelled(_, let reason): "cancelled (\(reason))"
        case .stopped: "stopped"
        }
    }

    /// The action, mutation or other subject of the event.
    var subject: String {
        switch self {
        case .action(let value), .useCase(let value), .mutation(let value), .sideEffects(let value),
            .output(let value), .dropped(_, let value, _), .cancelled(let value, _):
            "\(value)"
        case .commit, .stopped: ""
        }
    }
}

extension EventLog {
    /// The events in order, each indented below its cause. A cause that is not in the log counts as none.
    var outline: [String] {
        var depths: [SceneEvent.ID: Int] = [:]
        return events.map { event in
            let depth = event.cause.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
            depths[event.id] = depth
            let subject = event.kind.subject
            return String(repeating: "  ", count: depth) + event.kind.label + (subject.isEmpty ? "" : " \(subject)")
        }
    }
}
