/// A programmer error, or work that was dropped.
///
/// The ``DiagnosticReporter`` of the scene receives it, with the scene, the action and the call site.
public struct SceneDiagnostic: Sendable, CustomStringConvertible {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// An action was dropped.
        case actionDropped(DropReason)
        /// A mutation was dropped.
        case mutationDropped(DropReason)
        /// A mutation was executed in the context of an action that has already finished. It was applied.
        case mutationAfterAction
        /// An output was sent to a parent that was released.
        case outputToReleasedParent
        /// Observers and actions call each other without end. The last action was dropped. `cycle` names the actions,
        /// in order.
        case runawayActions(cycle: [String])
        /// Observers and mutations call each other without end: `count` mutations in one commit. None was dropped.
        case runawayMutations(count: Int)
        /// The clock of the scene's policies has thrown an error, with this text. Actions that were held back are
        /// dropped, and running actions do not time out.
        case clockFailed(String)
        /// A store was given to two runtimes.
        case storeInUse
        /// The state was read while ``Store/mutate(_:by:)`` was changing it, for example by a deinit. If the read needs
        /// a value, the program ends after this report, because there is no value to return.
        case stateReadInMutate
        /// An observer was registered while ``Store/mutate(_:by:)`` was changing the state. It begins after the commit.
        case observedInMutate
        /// A selector or a computed property of the state has executed a mutation while it was read. The mutation was
        /// applied afterwards.
        case mutatedInSelector
        /// Another programmer error, in a sentence: two children declared for one value, an unscripted call in a test.
        case other(String)
    }

    /// What happened.
    public let kind: Kind
    /// The scene, if known.
    public let scene: SceneIdentity?
    /// The action or mutation.
    public let subject: (any Sendable)?
    /// Where the subject was executed, if known.
    public let callSite: CallSite?
    /// The action in whose context the subject was executed, if it is known and is not the subject itself.
    public let action: (any Sendable)?
    /// Where that action was executed.
    public let actionCallSite: CallSite?

    /// Creates a diagnostic, for tools outside the core.
    public init(
        kind: Kind, scene: SceneIdentity? = nil, subject: (any Sendable)? = nil, callSite: CallSite? = nil,
        action: (any Sendable)? = nil, actionCallSite: CallSite? = nil
    ) {
        self.kind = kind
        self.scene = scene
        self.subject = subject
        self.callSite = callSite.flatMap { $0.line == 0 ? nil : $0 }
        self.action = action
        self.actionCallSite = actionCallSite.flatMap { $0.line == 0 ? nil : $0 }
    }

    /// Whether it is a programmer error. Work that is dropped because its action was cancelled is not: this happens
    /// whenever a user leaves a screen. An action that is executed after its scene was stopped is not, either: a user
    /// may tap a control again while its scene disappears.
    public var isMisuse: Bool {
        switch kind {
        case .actionDropped(.stopped): false
        case .actionDropped(let reason), .mutationDropped(let reason): reason.isMisuse
        case .mutationAfterAction, .outputToReleasedParent, .runawayActions, .runawayMutations, .clockFailed,
            .storeInUse, .stateReadInMutate, .observedInMutate, .mutatedInSelector, .other:
            true
        }
    }

    /// One line that says what has happened, where, and what to do.
    public var description: String {
        var text = sentence
        if let scene { text += " Scene: \(scene)." }
        if let subject { text += " Value: \(subject)." }
        if let callSite { text += " Executed at \(callSite)." }
        if let action { text += " In action: \(action)." }
        if let actionCallSite { text += " The action was executed at \(actionCallSite)." }
        return text
    }

    private var sentence: String {
        switch kind {
        case .actionDropped(let reason): "An action was dropped: \(reason.sentence)"
        case .mutationDropped(let reason): "A mutation was dropped: \(reason.sentence)"
        case .mutationAfterAction:
            "A mutation was executed by code that outlived its action; it was applied. "
                + "Await the work inside the action, or send its result as an action."
        case .outputToReleasedParent:
            "An output was sent to a parent that was released. Stop the child before its parent is released."
        case .runawayActions(let cycle):
            "Observers and actions call each other without end: \(cycle.joined(separator: " → ")). "
                + "The last one was dropped. Make the observer's action depend on a value that settles."
        case .runawayMutations(let count):
            "\(count) mutations were executed from inside one commit. "
                + "Make the observer's mutation depend on a value that settles."
        case .clockFailed(let error):
            "The clock of the scene's policies threw an error: \(error). Actions that waited for a time were dropped. "
                + "A clock may throw only when its task is cancelled."
        case .storeInUse:
            "A store was given to a second runtime. Make one store for each runtime."
        case .stateReadInMutate:
            "The state was read while mutate was changing it, so there is no state to return. "
                + "Read it after the mutation: in a deinit, in a task of its own."
        case .observedInMutate:
            "An observer was registered while mutate was changing the state. It begins after the commit. "
                + "Register it outside of mutate."
        case .mutatedInSelector:
            "A selector executed a mutation while it was being read. It was applied afterwards. "
                + "Let selectors and computed properties only read."
        case .other(let text): text
        }
    }
}

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
