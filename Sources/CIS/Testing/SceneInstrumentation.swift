import Synchronization

/// What a test tool implements to follow which tasks of its scenes can run.
///
/// The core calls these functions and records nothing itself. A scene uses the instrumentation that is current when
/// its store is created. Without one, the core compares a reference with `nil` and does nothing else. An implementation
/// calls ``Instrumentation/noteMade()`` when it is made, because before that call the core looks for none.
package protocol SceneInstrumentation: AnyObject, Sendable {
    /// The executor of parallel branches; `nil` for the default one. Whole actions do not use it: a task with a
    /// preferred executor suspends on its way to the main actor even if it is there already, and so would not start in
    /// place.
    var executor: (any TaskExecutor)? { get }
    /// Whether ``didReadDomainState(ofScene:in:)`` has to be called.
    var watchesDomainReads: Bool { get }

    // MARK: Scenes

    @MainActor func didCreate(_ scene: any InspectableScene)
    @MainActor func didReadDomainState(ofScene number: UInt64, in task: TrackedTask)

    @MainActor func didRegister(_ closure: RegisteredClosure)

    // MARK: Tasks

    /// Starts tracking a task. It is runnable.
    ///
    /// - Parameter parent: The number of the task that waits for it, if it is a branch.
    func begin(_ subject: any Sendable, as kind: TrackedTask.Kind, parent: Int?) -> TrackedTask
    /// Ends a task, and in the same step resumes the suspension of the task that waits for it.
    func end(_ number: Int, resuming other: Suspension?)
    func setCancellation(of number: Int, _ cancel: @escaping @MainActor @Sendable () -> Void)
    /// Sets the Swift task that runs a tracked task, by its hash value. Only suspensions in this Swift task count: its
    /// child tasks inherit its task-local values, but their suspensions do not count.
    func setTask(_ task: Int?, of number: Int)
    /// The hash value of the Swift task whose suspensions count.
    func task(of number: Int) -> Int?

    // MARK: Suspensions

    /// Counts a task as suspended until the suspension is resumed.
    ///
    /// - Parameter step: What the task waits for, as in "waiting for encode(_:)".
    /// - Returns: The number of the suspension. `nil` if the task has ended.
    func beginSuspension(of number: Int, in step: String, onSystemClock: Bool) -> UInt64?
    /// Makes a task runnable again, unless it has begun another suspension since.
    func resume(_ number: Int, from suspension: UInt64)
    /// A task has slept on a system clock until its deadline.
    func didSleepOnSystemClock(_ number: Int)

    /// Suspends a task until the tasks that became runnable earlier have suspended or ended.
    nonisolated(nonsending) func waitUntilFirst(_ number: Int) async

    // MARK: Branches

    /// Begins a branch that runs beside its siblings.
    func beginBranch(_ index: Int, isLimit: Bool, of number: Int) -> TrackedTask
    /// Begins a part of a task that several tasks wait for.
    func beginShared(of number: Int) -> TrackedTask
    /// Begins a suspension that the end of any branch resumes. Does nothing if a branch has ended whose result the
    /// caller has not received yet.
    func beginSuspensionForBranches(of number: Int)
    func didReceiveBranch(of number: Int)

    /// Reads the sequence of a source to its end, or until the task is cancelled. Called in the task of the source.
    @MainActor
    func readSource<Elements: AsyncSequence>(
        _ elements: Elements, in task: TrackedTask, _ body: @MainActor (Elements.Element) -> Void
    ) async throws
}

/// The instrumentation that test tools have set.
package enum Instrumentation {
    /// The instrumentation of the scenes that are created in this task.
    @TaskLocal package static var current: (any SceneInstrumentation)?

    /// Whether there may be an instrumentation. Without one, a check costs one relaxed load.
    static var wasMade: Bool { DiagnosticReporter.wasMade.load(ordering: .relaxed) }

    /// Called with every new scene, and with the event in which it was made. Set by a recorder, which also calls
    /// ``noteMade()``.
    @MainActor package static var onNewScene: (@MainActor (any InspectableScene, SceneEvent.ID?) -> Void)?

    package static func noteMade() { DiagnosticReporter.wasMade.store(true, ordering: .relaxed) }

    /// The instrumentation of a scene that is created now.
    // Never inlined, so that a store that is created without instrumentation does not save registers for these lookups.
    @inline(never)
    static var ofNewScene: (any SceneInstrumentation)? { TrackedTask.current?.instrumentation ?? current }
}

/// A scene of any definition, as a test tool uses it.
@MainActor
package protocol InspectableScene: SceneNode {
    var currentState: any SceneState { get }
    func attach(_ observer: any SceneObserver) -> ObservationToken
    /// The state that a mutation of the scene leads to from another state of it. `nil` if one of them is of another scene.
    func applying(_ mutation: any Sendable, to state: any SceneState) -> (any SceneState)?
}

/// A closure that a client has registered with a scene: an observer, or a declaration of children or sources.
///
/// Reflection does not show what a closure holds. A leak check releases the closures of a scene that is still alive, one
/// by one, and so finds the one that has held it.
package struct RegisteredClosure: Sendable {
    package let function: StaticString
    package let site: CallSite
    /// Whether a task that ends later may hold the same objects.
    package let endsLater: Bool
    package let release: @MainActor () -> Void
}

/// Describes a source to a test tool.
package struct TrackedSource: Sendable, CustomStringConvertible {
    package let id: GroupID
    package let scene: SceneIdentity
    /// The type of the sequence that the source reads.
    package let sequence: any Any.Type

    package var description: String { "source \(id)" }
}
