public import CIS

/// Logs what happens in scenes: actions, use cases and mutations with the time they took, outputs, and what was
/// dropped.
///
/// ```swift
/// let logger = SceneLogger(LogWorker("scenes", from: .debug))
/// let token = scene.attach(logger)                     // keep the token for as long as the scene should be logged
/// ```
///
/// ```
/// debug [scenes] Counter/1 #1 action increment began
/// debug [scenes] Counter/1 #2 mutation incremented took 0.021 ms, caused by #1
/// info [scenes] Counter/1 #1 action increment took 0.102 ms
/// notice [scenes] Counter/1 #3 action upload was dropped: busy
/// ```
///
/// | entry | level |
/// |---|---|
/// | end of an action | info |
/// | begin of an action; use case; mutation; output; stop | debug |
/// | action or mutation dropped, action cancelled by a policy | notice |
///
/// By default an action is logged by its case alone, `passwordTyped`, not with its values: they may be anything a user
/// types. ``Detail/values`` logs them as their descriptions say; what is marked ``Secret`` is left out there too.
///
/// One logger serves any number of scenes. A scene without a log of these levels pays for the call and nothing else.
@MainActor
public final class SceneLogger: SceneObserver {
    /// How much of an action, a use case, a mutation or an output is logged.
    public enum Detail: Sendable, Hashable {
        /// The name of its case; of something that is not an enum, the name of its type.
        case names
        /// Its description, with all its values but those marked ``Secret``.
        case values
    }

    private let log: LogWorker
    private let detail: Detail
    private let now: @Sendable () -> Duration

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - log: Writes the entries.
    ///   - detail: How much is logged of the values.
    ///   - clock: What times the durations.
    public nonisolated init(
        _ log: LogWorker, detail: Detail = .names, clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.log = log
        self.detail = detail
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Logs an event. Called by the scenes the logger is attached to.
    ///
    /// - Parameter event: What begins.
    /// - Returns: What logs its end.
    public func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        switch event.kind {
        case .action(let value):
            let name = name(of: value)
            log.debug("\(prefix(event)) action \(name()) began\(cause(event))")
            return timed(event, .info, "action", name)
        case .useCase(let value): return timed(event, .debug, "use case", name(of: value))
        case .mutation(let value): return timed(event, .debug, "mutation", name(of: value))
        case .output(let value):
            log.debug("\(prefix(event)) output \(name(of: value)())\(cause(event))")
        case .dropped(let kind, let value, let reason):
            log.notice(
                "\(prefix(event)) \(kind.rawValue) \(name(of: value)()) was dropped: \(reason.rawValue)\(cause(event))")
        case .cancelled(let value, let reason):
            log.notice("\(prefix(event)) action \(name(of: value)()) was cancelled: \(reason.rawValue)\(cause(event))")
        case .stopped:
            log.debug("\(prefix(event)) stopped\(cause(event))")
        case .commit, .sideEffects: break
        }
        return nil
    }

    private func timed(
        _ event: SceneEvent, _ level: LogLevel, _ kind: StaticString, _ name: @escaping () -> String
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard log.writes(level) else { return nil }
        let began = now()
        return { [self] ending in
            let time = Self.text(now() - began)
            let ending = ending == .cancelled ? ", cancelled" : ""
            log.log(level, "\(prefix(event)) \(kind) \(name()) took \(time)\(ending)\(cause(event))")
        }
    }

    private func prefix(_ event: SceneEvent) -> String { "\(event.scene) \(event.id)" }

    private func cause(_ event: SceneEvent) -> String { event.cause.map { ", caused by \($0)" } ?? "" }

    private func name(of value: any Sendable) -> () -> String {
        let detail = detail
        return { detail == .values ? "\(value)" : Self.caseName(of: value) }
    }

    /// The case of an enum, the type of anything else.
    private static func caseName(of value: any Sendable) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
        return mirror.children.first?.label ?? "\(value)"
    }

    /// A duration in milliseconds, to the microsecond, or in seconds, to the millisecond.
    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = max(duration, .zero).components
        let microseconds = attoseconds / 1_000_000_000_000
        guard seconds == 0 else { return "\(seconds).\(threeDigits(microseconds / 1000)) s" }
        return "\(microseconds / 1000).\(threeDigits(microseconds % 1000)) ms"
    }

    private static func threeDigits(_ number: Int64) -> Substring { "\(1000 + number)".dropFirst() }
}
