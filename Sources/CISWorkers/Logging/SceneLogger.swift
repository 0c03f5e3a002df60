public import CIS

/// Logs the events of scenes: actions, use cases and mutations with their durations, outputs, stops, and everything
/// that was dropped or cancelled by a policy.
///
/// ```swift
/// let logger = SceneLogger(LogWorker("scenes", from: .debug))
/// let token = scene.attach(logger)  // logs until the token is released
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
/// | action or mutation dropped, action cancelled by a policy, output to which nothing is connected | notice |
///
/// By default, only the names of the cases are logged, such as `passwordTyped`, because associated values may contain
/// user input. ``Detail/summaries`` logs the values in short, ``Detail/values`` in full, both without those in a
/// ``Secret``.
///
/// The example shows the layout ``Layout/numbered``. With ``Layout/indented``, each event stands below its cause.
///
/// A logger can be attached to any number of scenes. If the log does not write these levels, the cost is one function
/// call per event.
@MainActor
public final class SceneLogger: SceneObserver {
    /// How much of an action, a use case, a mutation or an output is logged.
    public enum Detail: Sendable, Hashable {
        /// The name of the enum case, or the name of the type if it is not an enum.
        case names
        /// The name of the enum case with its values in short: numbers, enum cases, the first 32 characters of texts, the
        /// number of items of collections, and of other values only their type. A ``Secret`` is omitted.
        case summaries
        /// The description with all values except those in a ``Secret``.
        case values
    }

    /// How entries show which event has caused which.
    public enum Layout: Sendable, Hashable {
        /// An entry contains the numbers of its event and of its cause, and durations. This suits a log to which many
        /// scenes write.
        case numbered
        /// Each event is logged when it begins, and indented below its cause. Commits and side effects are logged, too.
        /// This suits the developer who reads along:
        ///
        /// ```
        /// debug [scenes] Counter action increment
        /// debug [scenes]   Counter mutation incremented
        /// debug [scenes]     Counter commit
        /// debug [scenes]     Counter side effects
        /// ```
        ///
        /// The level of drops and cancellations is notice, that of all others debug. A scene is shown without its number.
        /// From the 20th level on, entries are not indented further.
        case indented
    }

    let log: LogWorker
    private let detail: Detail
    private let layout: Layout
    private let now: @Sendable () -> Duration
    /// How far the layout ``Layout/indented`` indents the newest events. An event stays here when it has ended, because
    /// an action that had to wait may begin after its cause has ended.
    package internal(set) var depths: [SceneEvent.ID: Int] = [:]

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - detail: How much of the values is logged.
    ///   - layout: How entries show which event has caused which.
    ///   - clock: The clock that measures durations.
    public nonisolated init(
        _ log: LogWorker, detail: Detail = .names, layout: Layout = .numbered,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.log = log
        self.detail = detail
        self.layout = layout
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Logs an event. The scene calls this function.
    ///
    /// - Parameter event: The event.
    /// - Returns: A closure that logs the end of the event, or `nil` if the end is not logged.
    public func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard layout == .numbered else { return logIndented(event) }
        switch event.kind {
        case .action(let value):
            let name = name(of: value)
            log.debug("\(prefix(event)) action \(name()) began\(cause(event))")
            return timed(event, .info, "action", name)
        case .useCase(let value): return timed(event, .debug, "use case", name(of: value))
        case .mutation(let value): return timed(event, .debug, "mutation", name(of: value))
        case .output(let value):
            let name = name(of: value)
            log.debug("\(prefix(event)) output \(name())\(cause(event))")
            return { [self] ending in
                guard ending == .unheard else { return }
                log.notice("\(prefix(event)) output \(name()) reached nobody\(cause(event))")
            }
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

    func name(of value: any Sendable) -> () -> String {
        let detail = detail
        return {
            switch detail {
            case .names: Self.caseName(of: value)
            case .summaries: Self.summary(of: value)
            case .values: "\(value)"
            }
        }
    }

    /// Returns a duration as text with three decimals: in milliseconds, or in seconds if it is at least one second.
    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = max(duration, .zero).components
        let microseconds = attoseconds / 1_000_000_000_000
        guard seconds == 0 else { return "\(seconds).\(threeDigits(microseconds / 1000)) s" }
        return "\(microseconds / 1000).\(threeDigits(microseconds % 1000)) ms"
    }

    private static func threeDigits(_ number: Int64) -> Substring { "\(1000 + number)".dropFirst() }
}
