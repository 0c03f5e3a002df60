import Synchronization

/// The heap box in which a scene's state lives, and everyone who is told when it changes.
///
/// A ``Store`` makes one in its initializer and otherwise leaves it alone; front ends observe through ``SceneRuntime``.
@MainActor
public final class StatePublisher<State: SceneState> {
    // Unsafe only in being reachable from deinit, which is nonisolated: nobody else has a reference by then.
    // A pointer and not a stored property, because it is mutated in place behind the flag word, where Swift's own check would double the cost.
    @usableFromInline nonisolated(unsafe) let storage: UnsafeMutablePointer<State>
    @usableFromInline var flags: SceneFlags
    /// Counts commits.
    @usableFromInline var revisionNumber: UInt64 = 0
    /// Starts that wait for their main-actor job. Written by `post`, on any thread.
    nonisolated let pendingStarts = Atomic<Int>(0)
    nonisolated let registry = ActionRegistry()
    nonisolated let sceneNumber: UInt64
    /// Accounts for what can run, in tests.
    nonisolated let ledger: ActivityLedger?
    /// The actions that have started and not finished.
    var runningActions = 0
    var slots: ContiguousArray<ObserverSlot> = []
    var rare: RareParts<State>?

    /// The scene's definition and reporter, once a runtime has taken the store.
    var definition: (any Any.Type)?
    var reporter: DiagnosticReporter?
    /// The time that policies go by, if it is not the system's.
    var clock: RuntimeClock?

    /// Moves the state into its box.
    ///
    /// - Parameter state: The initial state of the scene.
    public init(_ state: State) {
        storage = .allocate(capacity: 1)
        sceneNumber = SceneNumber.next()
        ledger = Activity.current?.ledger ?? ActivityLedger.current
        flags = isDebugBuild ? .checked : .none
        if ledger?.onDomainRead != nil { flags.insert(.domainWatched) }
        let restoration = Restoration.current
        if let saved = restoration?.take(State.self) {
            storage.initialize(to: saved)
            rareParts().restoration = restoration
        } else {
            storage.initialize(to: state)
        }
    }

    deinit {
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// Whether a mutation may take the fast path: nothing is unusual, or only that actions are running, and the one
    /// that asks was not cancelled.
    @inlinable
    var isUndisturbed: Bool {
        if flags.isDisjoint(with: .slowMutation) { return true }
        return flags.isDisjoint(with: .slowestMutation) && !isActionCancelled
    }

    /// Whether the action of this scene in whose task context the caller runs was cancelled, and has not finished.
    @usableFromInline
    var isActionCancelled: Bool {
        guard let action = ActionContext.action(of: sceneNumber) else { return false }
        return action.isCancelled
    }

    /// Tells a tool that domain state is being read.
    @usableFromInline
    @inline(never)
    func noteDomainRead() {
        guard let activity = Activity.ofThisTask else { return }
        ledger?.onDomainRead?(sceneNumber, activity)
    }

    /// What few scenes need, made when first needed.
    func rareParts() -> RareParts<State> {
        if let rare { return rare }
        let made = RareParts<State>()
        rare = made
        return made
    }
}

/// The parts of a publisher that few scenes need.
@MainActor
final class RareParts<State: SceneState> {
    var queue = Queue<() -> Void>()
    var events: SceneEvents?
    var trackers: [FieldTracker<State>] = []
    /// The domain state of the last snapshot handed out, while nothing has changed since.
    var keptDomainState: State.DomainState?
    var domainRevision: UInt64 = 0
    var isDeliveryScheduled = false
    /// What follows the state, in the order of declaration.
    var childKeepers: [ChildKeeper] = []
    /// The saved scene that this one was restored from. Empty once the scene is assembled.
    var restoration: Restoration?
    /// The scenes that this one owns, and who they are, so that none is taken twice.
    var children: [any SceneNode] = []
    var childIDs: Set<ObjectIdentifier> = []
    /// The actions with a policy.
    var dispatcher: ActionDispatcher?
}

/// Numbers scenes.
enum SceneNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
