internal import CIS

/// The layout ``Layout/indented``.
extension SceneLogger {
    /// The logger forgets older events, so that it does not grow for as long as the program runs. An action that waits
    /// for longer than that is not indented.
    package static var rememberedEvents: UInt64 { 10_000 }

    /// The maximum number of levels that are indented, because a chain of actions that execute the next one has no end.
    private static var indentationLimit: Int { 20 }

    func logIndented(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard log.writes(.notice) else { return nil }
        switch event.kind {
        case .action(let value):
            let line = line(event, "action", value)
            log.debug("\(line())")
            return { [log] ending in if ending == .cancelled { log.debug("\(line()) ended, cancelled") } }
        case .useCase(let value): log.debug("\(line(event, "use case", value)())")
        case .mutation(let value): log.debug("\(line(event, "mutation", value)())")
        case .commit: log.debug("\(line(event, "commit")())")
        case .sideEffects: log.debug("\(line(event, "side effects")())")
        case .output(let value):
            let line = line(event, "output", value)
            log.debug("\(line())")
            return { [log] ending in if ending == .unheard { log.notice("\(line()) reached nobody") } }
        case .dropped(let kind, let value, let reason):
            log.notice("\(line(event, "dropped \(kind.rawValue)", value)()): \(reason.rawValue)")
        case .cancelled(let value, let reason):
            log.notice("\(line(event, "cancelled action", value)()): \(reason.rawValue)")
        case .stopped: log.debug("\(line(event, "stopped")())")
        }
        return nil
    }

    /// Returns a function that makes the beginning of an entry. It is evaluated only if the entry is written.
    private func line(_ event: SceneEvent, _ what: String, _ value: (any Sendable)? = nil) -> () -> String {
        let indent = String(repeating: "  ", count: min(depth(of: event), Self.indentationLimit))
        let element = event.scene.knownPlace?.id.map { "[\($0)]" } ?? ""
        return { [self] in
            "\(indent)\(event.scene.name)\(element) \(what)\(value.map { " \(name(of: $0)())" } ?? "")"
        }
    }

    /// Returns how many causes an event has, and remembers it for the events that it causes.
    private func depth(of event: SceneEvent) -> Int {
        // Without the entries of the causes, an indentation would have no meaning.
        guard log.writes(.debug) else { return 0 }
        let depth = event.cause.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
        if depths.count >= 2 * Self.rememberedEvents {
            depths = depths.filter { $0.key.number + Self.rememberedEvents > event.id.number }
        }
        depths[event.id] = depth
        return depth
    }
}
