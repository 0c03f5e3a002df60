/// How an action relates to other actions of its scene that are already running.
///
/// A controller declares it per action in ``Controller/policy(for:)``; the scene's runtime does the rest. Policies
/// count within a *group*, by default the actions of the same case, and within one runtime.
///
/// ```swift
/// func policy(for action: Search.Action) -> ActionPolicy {
///     switch action {
///     case .textChanged: .latest.debounced(for: .milliseconds(300))
///     case .buyTapped: .first.timeout(after: .seconds(30))
///     case .logOutTapped: .concurrent.cancelling("uploads")
///     default: .concurrent
///     }
/// }
/// ```
///
/// An action that is not carried out ends at once: its task completes, and the scene's observers are told why
/// (``DropReason``).
///
/// An action that is awaited by one of its own group, with ``SceneRuntime/run(_:fileID:line:)``, shares its caller's
/// place: it never waits for it and is never dropped because of it. One that is executed within another is an action of
/// its own and waits like any other; an action must not await the *task* of a later one of its own serial group.
public struct ActionPolicy: Sendable, Hashable {
    enum Rule: Sendable, Hashable {
        case concurrent
        case latest
        case first
        case limited(Int)
    }

    enum Timing: Sendable, Hashable {
        case immediate
        case debounced(Duration)
        case throttled(Duration, leading: Bool, trailing: Bool)
    }

    /// What goes beyond a rule, so that a bare rule is one word.
    private final class Details: Sendable, Hashable {
        let group: GroupID?
        let timing: Timing
        let timeout: Duration?
        let cancelled: [GroupID]

        init(group: GroupID? = nil, timing: Timing = .immediate, timeout: Duration? = nil, cancelled: [GroupID] = []) {
            self.group = group
            self.timing = timing
            self.timeout = timeout
            self.cancelled = cancelled
        }

        static func == (lhs: Details, rhs: Details) -> Bool {
            lhs.group == rhs.group && lhs.timing == rhs.timing && lhs.timeout == rhs.timeout
                && lhs.cancelled == rhs.cancelled
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(group)
            hasher.combine(timing)
            hasher.combine(timeout)
            hasher.combine(cancelled)
        }
    }

    let rule: Rule
    private let details: Details?
    /// Whether nothing has to be kept track of: the action starts at once, beside whatever is running.
    @usableFromInline let isPlain: Bool

    private init(_ rule: Rule, _ details: Details? = nil) {
        self.rule = rule
        self.details = details
        isPlain = details == nil && rule == .concurrent
    }

    var group: GroupID? { details?.group }
    var timing: Timing { details?.timing ?? .immediate }
    var timeout: Duration? { details?.timeout }
    var cancelled: [GroupID] { details?.cancelled ?? [] }

    /// Whether it limits how many run at a time.
    var isLimited: Bool { if case .limited = rule { true } else { false } }
    var isDebounced: Bool { if case .debounced = timing { true } else { false } }

    // MARK: Rules

    /// Starts at once, beside whatever is running. The default; costs nothing.
    public static let concurrent = ActionPolicy(.concurrent)

    /// Starts at once and cancels the running actions of its group: only the newest counts. For searches.
    ///
    /// The action that executes the newcomer is not cancelled by it, and neither is one that waits for that action.
    public static let latest = ActionPolicy(.latest)

    /// Is dropped while an action of its group is running: only the first counts. For buttons.
    public static let first = ActionPolicy(.first)

    /// Waits until the running actions of its group are done, in the order of execution.
    public static let serial = ActionPolicy(.limited(1))

    /// Waits until fewer than `count` actions of its group are running, in the order of execution.
    ///
    /// - Parameter count: How many may run at a time. Less than one counts as one.
    public static func limited(_ count: Int) -> ActionPolicy {
        ActionPolicy(.limited(max(1, count)))
    }

    // MARK: Modifiers

    /// Counts in a group of its own choice instead of with the actions of its case.
    ///
    /// - Parameter id: Names the group within the scene. Include a payload to tell items apart: `.group("row \(id)")`.
    public func group(_ id: some Hashable & Sendable) -> ActionPolicy {
        with(group: GroupID(id))
    }

    /// Starts only when no further debounced action of its group was executed for a while; those before it are dropped
    /// as ``DropReason/replaced``.
    ///
    /// - Parameter delay: How long it must be quiet, on the runtime's clock. Zero or less does not wait, more than a
    ///   hundred years counts as a hundred.
    public func debounced(for delay: Duration) -> ActionPolicy {
        with(timing: delay > .zero ? .debounced(min(delay, .longestSleep)) : .immediate)
    }

    /// Starts at most once per interval.
    ///
    /// - Parameters:
    ///   - interval: The length of the window that a start opens, on the runtime's clock. Zero or less does not wait.
    ///   - leading: Whether the first action outside a window starts at once. Otherwise it opens a window and waits for
    ///     its end.
    ///   - trailing: Whether the last action within a window starts at its end. Otherwise it is dropped as
    ///     ``DropReason/throttled``, like the others. With neither, nothing would ever start: `leading` is assumed.
    public func throttled(for interval: Duration, leading: Bool = true, trailing: Bool = true) -> ActionPolicy {
        let throttled = Timing.throttled(
            min(interval, .longestSleep), leading: leading || !trailing, trailing: trailing)
        return with(timing: interval > .zero ? throttled : .immediate)
    }

    /// Cancels the action if it runs for too long; it ends as ``DropReason/timedOut``.
    ///
    /// - Parameter limit: How long it may run after its start, on the runtime's clock. Zero or less counts as one
    ///   nanosecond, more than a hundred years as a hundred.
    public func timeout(after limit: Duration) -> ActionPolicy {
        with(timeout: min(max(limit, .nanoseconds(1)), .longestSleep))
    }

    /// Cancels the running and waiting actions of another group when it starts.
    ///
    /// - Parameter id: The group, as named with ``group(_:)``.
    public func cancelling(_ id: some Hashable & Sendable) -> ActionPolicy {
        with(cancelled: cancelled + [GroupID(id)])
    }

    func with(
        group: GroupID? = nil, timing: Timing? = nil, timeout: Duration? = nil, cancelled: [GroupID]? = nil
    ) -> ActionPolicy {
        ActionPolicy(
            rule,
            Details(
                group: group ?? self.group, timing: timing ?? self.timing, timeout: timeout ?? self.timeout,
                cancelled: cancelled ?? self.cancelled))
    }
}
