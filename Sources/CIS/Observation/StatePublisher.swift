public import Synchronization

/// The heap box in which a scene's state lives, and everyone who is told when it changes.
///
/// A ``Store`` makes one in its initializer and otherwise leaves it alone; front ends observe through ``SceneRuntime``.
@MainActor
public final class StatePublisher<State: SceneState> {
    // Unchecked, as all below that a mutation reads or writes: by the main actor only, and each access is over before
    // a function of the client runs. Swift's own check would cost more than the mutation.
    @exclusivity(unchecked) @usableFromInline var flags: SceneFlags
    /// The actions that have started and not finished.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline var runningActions: Int32 = 0
    /// Counts commits.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline var revisionNumber: UInt64 = 0
    /// Starts that wait for their main-actor job. Written by `post`, on any thread.
    @usableFromInline nonisolated let pendingStarts = Atomic<Int>(0)
    nonisolated private let lifetime = SceneLifetime()
    @usableFromInline nonisolated let sceneNumber: UInt64
    /// Accounts for what can run, in tests.
    nonisolated let quiescenceTracker: QuiescenceTracker?
    // Unchecked: see `flags`.
    @exclusivity(unchecked) var observers: ObserverList?
    // Unchecked: see `flags`.
    @exclusivity(unchecked) var extras: SceneExtras<State>?
    /// Where the scene tells its parent: a `ScenePort`. As an object, it is one word.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) var port: AnyObject?
    /// The scene's definition, once a runtime has taken the store.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline var definition: (any Any.Type)?
    // Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline var knownReporter: DiagnosticReporter?
    // Last, so that the others lie at the same place whatever the state is. Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline var state: State

    /// Where the state lies, for as long as the publisher lives. By address, because it is read and written behind the flag
    /// word, also by code that knows no types.
    @inlinable var storage: UnsafeMutablePointer<State> {
        // A stored property of an object does not move, and has no observers: this is its address, not that of a copy.
        address(of: &state)
    }

    /// Where the flags lie, for as long as the publisher lives.
    @inlinable var flagsAddress: UnsafePointer<SceneFlags> {
        // As above.
        UnsafePointer(address(of: &flags))
    }

    /// Moves the state into the publisher.
    ///
    /// - Parameter state: The initial state of the scene.
    public init(_ state: State) {
        sceneNumber = SceneNumber.next()
        quiescenceTracker = QuiescenceTracker.wasMade ? TrackedTask.current?.tracker ?? QuiescenceTracker.current : nil
        flags = isDebugBuild ? .checked : .none
        self.state = state
        if let quiescenceTracker {
            flags.insert(
                quiescenceTracker.onDomainRead == nil ? .quiescenceTracked : .quiescenceTracked | .domainWatched)
        }
        if let restoration = Restoration.current { restore(from: restoration) }
    }

    /// Takes the saved state, if it is this scene's.
    // A function of its own: the optional state is a type that has to be looked up when it begins, which takes as long as to
    // make the publisher.
    @inline(never)
    private func restore(from restoration: Restoration) {
        guard let saved = restoration.take(State.self) else { return }
        state = saved
        ensureExtras().restoration = restoration
    }

    /// Whether a mutation may take the fast path: nothing is unusual, or only that actions are running, and the one
    /// that asks was not cancelled.
    @inlinable
    var mayCommitOnFastPath: Bool {
        if flags.isDisjoint(with: .mayPreventFastCommit) { return true }
        return flags.isDisjoint(with: .preventsFastCommit) && !isActionCancelled
    }

    /// Whether the action of this scene in whose task context the caller runs was cancelled, and has not finished.
    @usableFromInline
    var isActionCancelled: Bool {
        // Up to its first suspension only the action itself can cancel an action that starts plainly, and only its own code runs.
        if flags.contains(.startingOnFastPath), !ActionRecord.isFastPathTaskCancelled { return false }
        guard let action = ActionContext.action(of: sceneNumber) else { return false }
        return action.isCancelled
    }

    /// Who hears of programmer errors. The one that is current, until a runtime has taken the store.
    var reporter: DiagnosticReporter { knownReporter ?? .current }

    /// Whether a runtime has nothing to do but to take the store: no tool accounts for it, actions start in place.
    @usableFromInline
    var isPlain: Bool { quiescenceTracker == nil && systemStartsTasksInPlace }

    /// Reports that a second runtime has been given the store.
    @usableFromInline
    func reportInUse(to reporter: DiagnosticReporter) {
        reporter.report(SceneDiagnostic(kind: .storeInUse, scene: identity))
    }

    /// The actions that have not finished. Made for the first that suspends, on whatever thread.
    nonisolated var registry: ActionRegistry { lifetime.registry }

    /// The registry, if it was ever needed.
    nonisolated var knownRegistry: ActionRegistry? { lifetime.knownRegistry }

    /// Asks for the end to be told on the main actor: whoever calls this leaves something behind that ends with the scene.
    ///
    /// - Returns: Whether it will be. If not, the scene has been stopped or released already.
    @discardableResult
    nonisolated func requestEndNotification() -> Bool { lifetime.requestEndNotification() }

    /// Cancels all actions, and those that come.
    ///
    /// - Returns: Whether somebody on the main actor is to hear of it.
    @discardableResult
    @inline(__always)
    nonisolated func end() -> Bool { lifetime.end() }

    /// Tells a tool that domain state is being read. While the state is being changed it cannot be.
    @usableFromInline
    @inline(never)
    func noteDomainRead() {
        if flags.contains(.mutating) { refuseRead() }
        guard let trackedTask = TrackedTask.ofThisTask else { return }
        quiescenceTracker?.onDomainRead?(sceneNumber, trackedTask)
    }

    /// What few scenes need, made when first needed.
    func ensureExtras() -> SceneExtras<State> {
        if let extras { return extras }
        let made = SceneExtras<State>()
        extras = made
        return made
    }
}

/// The parts of a publisher that few scenes need.
@MainActor
final class SceneExtras<State: SceneState> {
    /// The fields that are read through the Observation framework.
    var fields: FieldTrackers?
    var queue = Queue<() -> Void>()
    /// The time that policies go by, if it is not the system's.
    var clock: RuntimeClock?
    var events: SceneEventEmitter?
    /// The domain state of the last snapshot handed out, while nothing has changed since.
    var keptDomainState: State.DomainState?
    var domainRevision: UInt64 = 0
    var isDeliveryScheduled = false
    /// What follows the state, in the order of declaration.
    var childReconcilers: [ChildReconciler] = []
    /// The saved scene that this one was restored from. Empty once the scene is assembled.
    var restoration: Restoration?
    /// The scenes that this one owns.
    var children = ChildList()
    /// Where the scene's own parent keeps it, if it follows the parent's state.
    var place: ScenePlace?
    /// The actions with a policy.
    var dispatcher: ActionDispatcher?
}

/// Numbers scenes.
@MainActor
enum SceneNumber {
    private static var last: UInt64 = 0

    static func next() -> UInt64 {
        last += 1
        return last
    }
}

/// The address of a stored property. Not isolated, so that no executor is asked for.
@inlinable
@inline(__always)
func address<Value>(of property: inout Value) -> UnsafeMutablePointer<Value> {
    withUnsafeMutablePointer(to: &property) { $0 }
}
