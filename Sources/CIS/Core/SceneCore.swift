import Synchronization

/// The core of a scene: everything that belongs to one scene and does not depend on the type of its state. Its subclass
/// ``StatePublisher`` adds the state. It has no public members, and is public only because ``StatePublisher`` inherits
/// from it. Clients use a scene through ``SceneRuntime``.
@MainActor
public class SceneCore {
    // Not generic, so that its code exists once in a program, and no type has to be looked up. It is a superclass,
    // because a second object would cost each scene an allocation, and each mutation a load.

    // Unchecked exclusivity is safe here and below: only the main actor accesses these properties, and each access
    // ends before any client code runs. The flag word refuses overlapping accesses to the state;
    // `ChangingStateTests` watch that. With Swift's own check, a mutation would take 339 instructions instead of 82
    // (W1e of `.ci/check-performance.sh`).
    @exclusivity(unchecked) @usableFromInline final var flags: SceneFlags
    /// The number of actions that run. A mutation may come from one that was cancelled.
    @exclusivity(unchecked) @usableFromInline final var runningActions: Int32 = 0
    @exclusivity(unchecked) @usableFromInline final var commitNumber: UInt64 = 0
    /// The number of starts that wait for their main-actor job. `post` changes it on any thread.
    nonisolated final let pendingStarts = Atomic<Int32>(0)
    /// Whether the scene has ended. From then on each action is cancelled.
    nonisolated final let hasEnded = Atomic<Bool>(false)
    /// Whether something has to be ended on the main actor when the scene ends.
    nonisolated private let isEndAwaited = Atomic<Bool>(false)
    /// Most scenes have none.
    // Not an `AtomicLazyReference`: the thread sanitizer does not see its order, and reading it takes 150 instructions.
    nonisolated private let registryReference = Atomic<Unmanaged<ActionRegistry>?>(nil)
    nonisolated final let sceneNumber: UInt64
    /// In tests, the instrumentation: a `SceneInstrumentation`. Declared as an object, which takes one word.
    nonisolated private let instrumentationObject: (any AnyObject & Sendable)?
    @exclusivity(unchecked) final var observers: ObserverList?
    @exclusivity(unchecked) final var extras: SceneExtras?
    final var port: _ScenePort?
    /// How the parent knows the scene, if the scene follows the parent's state. It is not among the extras, because a
    /// row of a list needs no other extra.
    @exclusivity(unchecked) final var asChild: FollowingChild?
    /// The type that names the scene: its definition, or the type of its state until a runtime has taken the store.
    final private(set) var definition: any Any.Type
    private var runtimeReporter: DiagnosticReporter?

    private static var lastNumber: UInt64 = 0

    /// Creates the core of a scene that no runtime has taken. Until then, diagnostics name the type of the state.
    init(stateType: any Any.Type) {
        Self.lastNumber += 1
        sceneNumber = Self.lastNumber
        let instrumentation = Instrumentation.wasMade ? Instrumentation.ofNewScene : nil
        instrumentationObject = instrumentation
        flags = isDebugBuild ? .watched : []
        definition = stateType
    }

    deinit {
        registryReference.load(ordering: .acquiring)?.release()
    }
}

extension SceneCore {
    /// Whether a mutation may take the fast path: no flag prevents it, and the action that executes it was not
    /// cancelled.
    @inlinable
    var mayCommitOnFastPath: Bool {
        flags.isDisjoint(with: .preventsFastCommit) && (runningActions == 0 || !isActionCancelled)
    }

    /// Whether the current task belongs to an action of this scene that was cancelled and has not finished.
    @usableFromInline
    var isActionCancelled: Bool {
        guard let action = ActionContext.action(of: sceneNumber) else { return false }
        return action.isCancelled
    }

    /// Receives programmer errors. Until a runtime has taken the store, it is the current reporter.
    var reporter: DiagnosticReporter { runtimeReporter ?? .current }

    /// Records the definition and the reporter of the runtime that takes the store. If another runtime has taken it, this
    /// is reported.
    func noteRuntime(of definition: any Any.Type, reportingTo reporter: DiagnosticReporter) {
        if runtimeReporter != nil { reporter.report(SceneDiagnostic(kind: .storeInUse, scene: identity)) }
        self.definition = definition
        runtimeReporter = reporter
    }

    /// In tests, the test tool that follows which tasks of the scene can run.
    nonisolated var instrumentation: (any SceneInstrumentation)? {
        // The cast takes longer than the test for `nil`, and is not needed in an app.
        instrumentationObject == nil ? nil : instrumentationObject as? any SceneInstrumentation
    }

    // A scene may end on one thread while another one uses it. `end()` sets `hasEnded`, and then reads `registryReference`
    // and `isEndAwaited`. The functions that set one of those two then read `hasEnded`. There is a fence after each write, so at
    // least one of the threads sees the other's: each registry is closed, and no request for a notification is lost.

    /// The actions that have not finished. Created by the first action that suspends, on any thread. Closed after the end of
    /// the scene.
    nonisolated var registry: ActionRegistry {
        let registry = knownRegistry ?? addRegistry()
        // Each user closes it, because the thread that has created it may not have come to that yet.
        if hasEnded.load(ordering: .relaxed) { registry.close() }
        return registry
    }

    nonisolated var knownRegistry: ActionRegistry? {
        registryReference.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// Creates the registry, unless another thread has done so in the meantime.
    nonisolated private func addRegistry() -> ActionRegistry {
        let new = Unmanaged.passRetained(ActionRegistry())
        let other = registryReference.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing
        ).original
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if other != nil { new.release() }
        return (other ?? new).takeUnretainedValue()
    }

    /// Requests a notification on the main actor when the scene ends, for everything that has to be ended with the
    /// scene. Returns `false` if the scene has ended already.
    @discardableResult
    func requestEndNotification() -> Bool {
        if !isEndAwaited.load(ordering: .relaxed) {
            isEndAwaited.store(true, ordering: .relaxed)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        }
        return !hasEnded.load(ordering: .relaxed)
    }

    /// Cancels all actions, and from now on every new one. Returns whether a notification on the main actor was
    /// requested.
    @discardableResult
    nonisolated func end() -> Bool {
        hasEnded.store(true, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        knownRegistry?.close()
        return isEndAwaited.load(ordering: .relaxed)
    }

    func ensureExtras() -> SceneExtras {
        if let extras { return extras }
        let made = SceneExtras()
        extras = made
        return made
    }

    // MARK: - Events and reports

    var events: SceneEventEmitter? { extras?.events }

    var clock: RuntimeClock { extras?.clock ?? RuntimeClock(ContinuousClock()) }

    var identity: SceneIdentity {
        SceneIdentity(number: sceneNumber, type: definition, knownPlace: asChild?.place)
    }

    func report(
        _ kind: SceneDiagnostic.Kind, _ subject: (any Sendable)? = nil, at site: CallSite? = nil,
        in action: ActionRecord? = nil
    ) {
        reporter.report(
            SceneDiagnostic(
                kind: kind, scene: identity, subject: subject, callSite: site, action: action?.trace?.action,
                actionCallSite: action?.callSite))
    }

    func attach(_ observer: any SceneObserver, owner: AnyObject?) -> ObservationToken {
        requestEndNotification()
        let extras = ensureExtras()
        let events = extras.events ?? makeEvents()
        extras.events = events
        flags.insert(.watched)
        return ObservationToken(events.attach(observer, owner: owner))
    }

    private func makeEvents() -> SceneEventEmitter {
        SceneEventEmitter(scene: identity) { [weak self] in
            self?.extras?.events = nil
            if !isDebugBuild { self?.flags.remove(.watched) }
        }
    }

    /// Tells the instrumentation, if there is one, of a closure that a token ends. Returns the token.
    @usableFromInline
    func noted(_ token: ObservationToken, _ function: StaticString, at site: CallSite) -> ObservationToken {
        if instrumentationObject != nil {
            note(function, at: site, endsLater: false) { [weak handle = token.handle] in handle?.end() }
        }
        return token
    }

    /// Tells the instrumentation, if there is one, of a closure. `release` must not retain what the closure holds.
    func note(
        _ function: StaticString, at site: CallSite, endsLater: Bool, _ release: @escaping @MainActor () -> Void
    ) {
        instrumentation?.didRegister(
            RegisteredClosure(function: function, site: site, endsLater: endsLater, release: release))
    }

    /// Called after the release of the runtime. Ends everything that the runtime has started.
    func runtimeWasReleased() {
        if !flags.contains(.stopped), let events { events.report(.stopped, cause: SceneEvent.currentCause) }
        endObservers()
        if let port, port.scene === self { port.disconnect() }
        stopChildren()
    }
}

/// The parts that most scenes do not need. Created at the first use.
@MainActor
final class SceneExtras {
    var fields: FieldTrackers?
    var hasTransactions = false
    var queue = Queue<() -> Void>()
    /// The clock for policies, if it is not the system's clock.
    var clock: RuntimeClock?
    var events: SceneEventEmitter?
    var domainRevision: UInt64 = 0
    var isDeliveryScheduled = false
    /// The reconcilers that keep children in step with the state, in the order of their declarations.
    var childReconcilers: [ChildReconciler] = []
    /// What the scene itself changes in the state after `mutate`: ids of a stack.
    var corrections: [(UnsafeMutableRawPointer) -> Void] = []
    /// The restoration from which this scene has taken its state. It contains the saved children until the end of the
    /// assembly.
    var restoration: Restoration?
    var children = ChildList()
    /// Whether children that followed the state were released when the scene ended.
    var hasLostChildren = false
    /// The scene to which this one was added by hand.
    weak var parent: SceneCore?
    var dispatcher: ActionDispatcher?
    lazy var controlWrites = ControlWrites()
    /// The domain state of the last snapshot, until the scene's domain state changes. `StatePublisher` knows its type.
    var keptDomainState: AnyObject?
}
