import Synchronization

/// The core of a scene: everything that belongs to one scene and does not depend on the type of its state. Its subclass
/// ``StatePublisher`` adds the state. It has no public members, and is public only because ``StatePublisher`` inherits
/// from it. Clients use a scene through ``SceneRuntime``.
@MainActor
public class SceneCore {
    // Not generic, so that its code exists once in a program, and no type has to be looked up. It is a superclass,
    // because a second object would cost each scene an allocation, and each mutation a load.

    // Unchecked exclusivity is safe here and for the properties below: only the main actor accesses them, and each
    // access ends before any client code runs. The flag word refuses overlapping accesses to the state;
    // `ChangingStateTests` watch that. With Swift's own check, a mutation would take 339 instructions instead of 82
    // (W1e of `.ci/check-performance.sh`).
    @exclusivity(unchecked) @usableFromInline final var flags: SceneFlags
    /// The number of actions that have started and not finished.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final var runningActions: Int32 = 0
    /// Counts commits.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) @usableFromInline final var revisionNumber: UInt64 = 0
    /// The number of starts that wait for their main-actor job. `post` changes it on any thread.
    nonisolated final let pendingStarts = Atomic<Int>(0)
    nonisolated private let lifetime = SceneLifetime()
    nonisolated final let sceneNumber: UInt64
    /// In tests, the instrumentation: a `SceneInstrumentation`. Declared as an object, which takes one word.
    nonisolated private let instrumentationObject: (any AnyObject & Sendable)?
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final var observers: ObserverList?
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final var extras: SceneExtras?
    /// The port to the parent: a `ScenePort`. Declared as `AnyObject`, which takes one word; `any ScenePort` would take
    /// two.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final var port: AnyObject?
    /// The parent's entry for the scene, if the scene follows the parent's state. It is not among the extras, because a
    /// row of a list needs no other extra.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final var entry: ChildEntry?
    /// The type that names the scene: its definition, or the type of its state until a runtime has taken the store.
    // Unchecked: see `flags`.
    @exclusivity(unchecked) final private(set) var definition: any Any.Type
    /// The reporter of the runtime, if a runtime has taken the store.
    // Unchecked: see `flags`. Not optional, because releasing an optional reporter takes one more call.
    @exclusivity(unchecked) private var runtimeReporter = DiagnosticReporter.log

    /// Creates the core of a scene that no runtime has taken.
    ///
    /// - Parameter stateType: The type of the state. Diagnostics name it until a runtime takes the store.
    init(stateType: any Any.Type) {
        sceneNumber = SceneNumber.next()
        let instrumentation = Instrumentation.wasMade ? Instrumentation.ofNewScene : nil
        instrumentationObject = instrumentation
        flags = isDebugBuild ? .checked : .none
        definition = stateType
        if let instrumentation {
            flags.insert(instrumentation.watchesDomainReads ? .instrumented | .domainWatched : .instrumented)
        }
    }
}

extension SceneCore {
    /// The address of the flags, valid as long as the object.
    var flagsAddress: UnsafePointer<SceneFlags> {
        // Formally undefined: an address from an inout access is valid only during the call. It works, because a stored
        // property without `willSet` and `didSet` is at a fixed address as long as its object exists.
        UnsafePointer(addressOfProperty(&flags))
    }

    /// Whether a mutation may take the fast path. It may if no flag prevents it and the action that executes the
    /// mutation was not cancelled.
    @inlinable
    var mayCommitOnFastPath: Bool {
        if flags.isDisjoint(with: .mayPreventFastCommit) { return true }
        return flags.isDisjoint(with: .preventsFastCommit) && !isActionCancelled
    }

    /// Whether the current task belongs to an action of this scene that was cancelled and has not finished.
    @usableFromInline
    var isActionCancelled: Bool {
        guard let action = ActionContext.action(of: sceneNumber) else { return false }
        return action.isCancelled
    }

    /// Receives programmer errors. Until a runtime has taken the store, it is the current reporter.
    var reporter: DiagnosticReporter { flags.contains(.hasRuntime) ? runtimeReporter : .current }

    /// Records the definition and the reporter of the runtime that takes the store. If another runtime has taken it, this
    /// is reported.
    ///
    /// - Returns: Whether the runtime needs no further configuration: no test tool tracks the scene, and actions start
    ///   in place.
    @usableFromInline
    func noteRuntime(of definition: any Any.Type, reportingTo reporter: consuming DiagnosticReporter) -> Bool {
        let isSecond = flags.contains(.hasRuntime)
        if isSecond { reportSecondRuntime(to: reporter) }
        self.definition = definition
        flags.insert(.hasRuntime)
        // The log is the initial value. Assigning it again would release the old value.
        if isSecond || !reporter.isLog { runtimeReporter = reporter }
        return instrumentationObject == nil && systemStartsTasksInPlace
    }

    // A separate function, so that `noteRuntime` needs no space for a diagnostic.
    @inline(never)
    private func reportSecondRuntime(to reporter: DiagnosticReporter) {
        reporter.report(SceneDiagnostic(kind: .storeInUse, scene: identity))
    }

    /// In tests, the test tool that follows which tasks of the scene can run.
    nonisolated var instrumentation: (any SceneInstrumentation)? {
        // The cast takes longer than the test for `nil`, and is not needed in an app.
        instrumentationObject == nil ? nil : instrumentationObject as? any SceneInstrumentation
    }

    /// The actions that have not finished. Created by the first action that suspends, on any thread.
    nonisolated var registry: ActionRegistry { lifetime.registry }

    /// The registry, if it was ever needed.
    nonisolated var knownRegistry: ActionRegistry? { lifetime.knownRegistry }

    /// Requests a notification on the main actor when the scene ends. Needed for everything that has to be ended with
    /// the scene.
    ///
    /// - Returns: `false` if the scene has been stopped or released already.
    @discardableResult
    nonisolated func requestEndNotification() -> Bool { lifetime.requestEndNotification() }

    /// Cancels all actions, and from now on every new action.
    ///
    /// - Returns: Whether a notification on the main actor was requested.
    @discardableResult
    @inline(__always)
    nonisolated func end() -> Bool { lifetime.end() }

    /// Reports a read of the domain state to a test tool. Ends the program if `mutate` is changing the state.
    @usableFromInline
    @inline(never)
    func noteDomainRead() {
        if flags.contains(.mutating) { refuseRead() }
        guard let trackedTask = TrackedTask.ofThisTask else { return }
        instrumentation?.didReadDomainState(ofScene: sceneNumber, in: trackedTask)
    }

    /// The parts that few scenes need, created at the first use.
    func ensureExtras() -> SceneExtras {
        if let extras { return extras }
        let made = SceneExtras()
        extras = made
        return made
    }
}

/// Assigns numbers to scenes.
@MainActor
enum SceneNumber {
    private static var last: UInt64 = 0

    static func next() -> UInt64 {
        last += 1
        return last
    }
}
