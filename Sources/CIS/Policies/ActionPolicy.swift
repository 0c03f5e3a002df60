/// How an action relates to other actions of its scene that are already running.
///
/// A controller declares the policy of each action in ``Controller/policy(for:)``, and the runtime carries it out. A
/// policy applies within a *group* of actions, by default those of the same case, and within one runtime. See
/// <doc:Policies>.
///
/// The task of a dropped action completes at once, and the scene's observers receive the reason (``DropReason``).
///
/// An action that another action of its group awaits, with ``SceneRuntime/run(_:fileID:line:)``, shares its caller's
/// slot (its place among the running actions). It does not wait for the caller and is not dropped because of it.
/// An action that another action starts with ``SceneRuntime/execute(_:fileID:line:)`` waits like any other. An action
/// must not await the *task* of a later action of its own serial group, because each would wait for the other.
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

    /// Everything except the rule.
    private struct Details: Sendable, Hashable {
        var group: GroupID?
        var timing = Timing.immediate
        var timeout: Duration?
        var cancelled: [GroupID] = []
    }

    /// Stores the details in an object, so that a policy without modifiers takes one word.
    private indirect enum Modifiers: Sendable, Hashable {
        case details(Details)
    }

    let rule: Rule
    private let modifiers: Modifiers?
    /// Whether the action starts at once and needs no tracking.
    let isPlain: Bool

    private init(_ rule: Rule, _ modifiers: Modifiers? = nil) {
        self.rule = rule
        self.modifiers = modifiers
        isPlain = modifiers == nil && rule == .concurrent
    }

    private var details: Details { if case .details(let details) = modifiers { details } else { Details() } }
    var group: GroupID? { details.group }
    var timing: Timing { details.timing }
    var timeout: Duration? { details.timeout }
    var cancelled: [GroupID] { details.cancelled }

    var isLimited: Bool { if case .limited = rule { true } else { false } }

    // MARK: Rules

    /// Starts at once, whatever is running. This is the default, and it costs nothing.
    public static let concurrent = ActionPolicy(.concurrent)

    /// Starts at once, cancels the running actions of its group, and drops the actions of the group that have not
    /// started. Only the newest takes effect. Use it for searches.
    ///
    /// The action that executes the new one is not cancelled, and neither is an action that waits for it.
    public static let latest = ActionPolicy(.latest)

    /// Drops the action while another action of its group is running, so that only the first takes effect. Use it for
    /// buttons.
    public static let first = ActionPolicy(.first)

    /// Waits until the running actions of its group are done. Waiting actions start in the order in which they were
    /// executed.
    public static let serial = ActionPolicy(.limited(1))

    /// Waits until fewer than `count` actions of its group are running. Waiting actions start in the order in which
    /// they were executed.
    ///
    /// - Parameter count: How many may run at a time. Less than one counts as one.
    public static func limited(_ count: Int) -> ActionPolicy {
        ActionPolicy(.limited(max(1, count)))
    }

    // MARK: Modifiers

    /// Puts the action into a named group instead of the group of its case.
    ///
    /// - Parameter id: The group's name within the scene. To make one group per item, include its id: `.group("row
    ///   \(id)")`.
    public func group(_ id: some Hashable & Sendable) -> ActionPolicy {
        with { $0.group = GroupID(id) }
    }

    /// Starts the action when no further debounced action of its group was executed for a while. Earlier debounced
    /// actions are dropped as ``DropReason/replaced``.
    ///
    /// - Parameter delay: The time without a further action, on the runtime's clock. Zero or less does not wait; more
    ///   than a hundred years counts as a hundred.
    public func debounced(for delay: Duration) -> ActionPolicy {
        with { $0.timing = delay > .zero ? .debounced(min(delay, .longestSleep)) : .immediate }
    }

    /// Starts at most one action of the group per interval.
    ///
    /// - Parameters:
    ///   - interval: The length of the window that a start opens, on the runtime's clock. Zero or less does not wait.
    ///   - leading: Whether the first action outside a window starts at once. Otherwise it opens a window and waits for
    ///     its end.
    ///   - trailing: Whether the last action within a window starts when the window ends. If `false`, every action
    ///     within a window is dropped as ``DropReason/throttled``, and `leading` counts as `true`, because otherwise no
    ///     action would ever start.
    public func throttled(for interval: Duration, leading: Bool = true, trailing: Bool = true) -> ActionPolicy {
        let throttled = Timing.throttled(
            min(interval, .longestSleep), leading: leading || !trailing, trailing: trailing)
        return with { $0.timing = interval > .zero ? throttled : .immediate }
    }

    /// Cancels the action if it runs for too long. The reason is then ``DropReason/timedOut``.
    ///
    /// - Parameter limit: How long it may run after its start, on the runtime's clock. Zero or less counts as one
    ///   nanosecond, more than a hundred years as a hundred.
    public func timeout(after limit: Duration) -> ActionPolicy {
        with { $0.timeout = min(max(limit, .nanoseconds(1)), .longestSleep) }
    }

    /// Cancels the running and waiting actions of another group when it starts.
    ///
    /// It spares the action that executes or runs it, and those that wait for that one, as ``latest`` does. Naming its own
    /// group has no effect: use ``latest``.
    ///
    /// - Parameter id: The group, as named with ``group(_:)``.
    public func cancelling(_ id: some Hashable & Sendable) -> ActionPolicy {
        with { $0.cancelled.append(GroupID(id)) }
    }

    private func with(_ change: (inout Details) -> Void) -> ActionPolicy {
        var details = self.details
        change(&details)
        return ActionPolicy(rule, .details(details))
    }
}
