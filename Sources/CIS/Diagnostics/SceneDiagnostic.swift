/// Something a developer should know: a programmer error, or work that was dropped.
///
/// All of them reach one place, the ``DiagnosticReporter`` of the scene, with the scene, the action and the call site.
public struct SceneDiagnostic: Sendable, CustomStringConvertible {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// An action was not carried out.
        case actionDropped(DropReason)
        /// A mutation was not carried out.
        case mutationDropped(DropReason)
        /// A mutation was executed in the context of an action that had already finished. It was applied.
        case mutationAfterAction
        /// An output was sent to a parent that had been released.
        case outputToReleasedParent
        /// Observers and actions call each other without end. The last action was dropped; the names are the actions
        /// of the cycle, in order.
        case runawayActions(cycle: [String])
        /// Observers and mutations call each other without end: this many in one commit. None was dropped.
        case runawayMutations(count: Int)
        /// Actions of the scene wait for each other: each for the next one, the last for the first. None will ever go on
        /// unless one is cancelled. Looked for in debug builds and in scenes with an observer of events.
        case deadlock(actions: [String])
        /// An action waits for the one that has executed it: that one holds their serial group, and has not ended. If it
        /// awaits the other's task, both wait for ever. Told in debug builds, once for each group.
        case waitsForItsCaller(group: String)
        /// The clock of the scene's policies threw an error, of which this is the text. Actions that it held back were
        /// dropped, running ones will not time out.
        case clockFailed(String)
        /// A store was given to two runtimes.
        case storeInUse
        /// The state was read while ``Store/mutate(_:by:)`` was changing it, by a deinit for example. The program ends
        /// after this report where a value was asked for, because there is none.
        case stateReadInMutate
        /// An observer was registered while ``Store/mutate(_:by:)`` was changing the state. It begins after the commit.
        case observedInMutate
        /// A selector, or a computed property of the state, executed a mutation while it was being read. The mutation
        /// was applied afterwards.
        case mutatedInSelector
        /// Found by a tool outside the core, such as an unscripted call in a test.
        case other(String)
    }

    /// What happened.
    public let kind: Kind
    /// The scene it concerns, as far as known.
    public let scene: SceneIdentity?
    /// The action or mutation it concerns.
    public let subject: (any Sendable)?
    /// Where the subject was executed, as far as known.
    public let callSite: CallSite?
    /// The action in whose context it happened, if it is another than the subject, as far as known.
    public let action: (any Sendable)?
    /// Where that action was executed.
    public let actionCallSite: CallSite?

    /// Makes a diagnostic, for tools outside the core.
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

    /// Whether it is a programmer error. Work dropped because its action was cancelled, also by a stop before it started, is
    /// not: that is how leaving a screen looks.
    public var isMisuse: Bool {
        switch kind {
        case .actionDropped(let reason), .mutationDropped(let reason):
            switch reason {
            case .stopped, .released, .runaway: true
            case .cancelled, .cancelledBeforeStart, .stale, .busy, .replaced, .throttled, .timedOut, .clockFailed: false
            }
        case .waitsForItsCaller: false
        case .mutationAfterAction, .outputToReleasedParent, .runawayActions, .runawayMutations, .deadlock, .clockFailed,
            .storeInUse, .stateReadInMutate, .observedInMutate, .mutatedInSelector, .other:
            true
        }
    }

    /// One line: what happened, to what, where, and what to do.
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
            "A mutation was executed by something that outlived its action; it was applied. "
                + "Await the work inside the action, or send its result as an action."
        case .outputToReleasedParent:
            "An output found its parent released. Stop the child before its parent goes."
        case .runawayActions(let cycle):
            "Observers and actions call each other without end: \(cycle.joined(separator: " → ")). "
                + "The last one was dropped. Make the observer's action depend on a value that settles."
        case .runawayMutations(let count):
            "\(count) mutations were executed from inside one commit. "
                + "Make the observer's mutation depend on a value that settles."
        case .deadlock(let actions):
            "Actions wait for each other for ever: \((actions + actions.prefix(1)).joined(separator: " → ")). "
                + "Let actions that run each other share a group, or do not wait for one of the two."
        case .waitsForItsCaller(let group):
            "An action waits for the one that has executed it, which still runs: both are in the group \(group). "
                + "If that one awaits its task, both wait for ever: use run."
        case .clockFailed(let error):
            "The clock of the scene's policies threw an error: \(error). Actions that waited for a time were dropped. "
                + "A clock may throw only when its task is cancelled."
        case .storeInUse:
            "A store was given to a second runtime. Make one store for each runtime."
        case .stateReadInMutate:
            "The state was read while mutate was changing it, and there is no other. "
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
