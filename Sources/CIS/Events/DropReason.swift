/// The reason why an action or a mutation was dropped.
public enum DropReason: String, Sendable, Hashable {
    /// The scene was stopped before the action or the mutation was executed, or before a queued mutation was applied.
    ///
    /// For an action this is not a programmer error: a user may tap a control twice whose scene ends with the first
    /// tap, and a message may cross the end of its receiver. For a mutation it is one, because only the parts of the
    /// scene itself execute mutations.
    case stopped
    /// The action of this scene that executed the mutation was cancelled, for example because the scene was stopped. A
    /// mutation with `evenIfCancelled` is dropped for this reason only if the scene was stopped.
    case cancelled
    /// The action was cancelled before it started, for example by the stop of its scene.
    case cancelledBeforeStart
    /// The mutation was computed from a snapshot, and the domain state has changed since.
    case stale
    /// The action was part of an endless loop of observers and actions.
    case runaway
    /// The action's policy is `first`, and another action of its group was running.
    case busy
    /// A later action replaced it: an action of the same group, or an action whose policy cancels this group.
    case replaced
    /// The action's policy lets one action start per interval, and another one has started.
    case throttled
    /// The action ran longer than its policy allows, and was cancelled.
    case timedOut
    /// The action's policy held it back, and then the scene's clock failed.
    case clockFailed
}

extension DropReason {
    /// Whether a mutation that is dropped for this reason indicates a programmer error.
    var isMisuse: Bool { self == .stopped || self == .runaway }

    var sentence: String {
        switch self {
        case .stopped: "the scene was stopped."
        case .cancelled:
            "its action was cancelled (clean-up can opt in with evenIfCancelled), or its scene was stopped (nothing can)."
        case .cancelledBeforeStart: "it was cancelled before it started."
        case .stale: "the domain state has changed since the snapshot. Take a new one and compute again."
        case .runaway: "it was part of an endless loop."
        case .busy: "its policy lets only the first run, and another one was running."
        case .replaced: "a later action took its place, or cancelled its group."
        case .throttled: "its policy lets one start per interval."
        case .timedOut: "it ran longer than its policy allows."
        case .clockFailed: "its policy held it back, and the scene's clock failed."
        }
    }
}
