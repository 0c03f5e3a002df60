/// The only place where a scene's state changes.
///
/// A conformer writes two functions and holds a publisher:
///
/// ```swift
/// @MainActor final class CounterStore: Store {
///     let publisher: StatePublisher<Counter.State>
///     init(_ state: Counter.State) { publisher = StatePublisher(state) }
///     nonisolated static func mutate(
///         _ state: inout Counter.State, by mutation: Counter.Mutation
///     ) { … }
///     // Optional.
///     func sideEffects(
///         of mutation: Counter.Mutation, on state: Counter.State
///     ) { … }
/// }
/// ```
///
/// A commit has this order:
///
/// 1. The state changes.
/// 2. Code that tracks the state with the Observation framework is invalidated.
/// 3. Observers are called, in the order of their registration.
/// 4. Side effects are performed.
///
/// Then the next queued mutation is applied.
@MainActor
public protocol Store<State, Mutation>: DomainStore where DomainState == State.DomainState {
    /// The state of the scene.
    associatedtype State: SceneState
    /// The mutations of the scene.
    // Declared again, without constraints: otherwise it would not be inferred from `mutate(_:by:)`. If a store has no
    // static `mutate`, `Mutation` is `Never`, and the compiler chooses the unavailable `mutate` below. Its message says
    // what to write.
    associatedtype Mutation = Never

    /// Holds the state and its observers. Create it once, in the store's initializer.
    var publisher: StatePublisher<State> { get }

    /// Changes the state in place. It is static, so it has no access to workers. It must apply every mutation.
    ///
    /// Change fields directly (`state.items.append(item)`), because then nothing is copied.
    ///
    /// - Important: While this function runs, the state is half changed and must not be read through the scene. Code
    ///   that it calls indirectly could try to: the deinit of an object that leaves the state, or a closure inside the
    ///   mutation. Such a read is reported as ``SceneDiagnostic/Kind/stateReadInMutate`` and then ends the program,
    ///   also in a release build. Swift does the same when accesses to a variable overlap. If the deinit of an object
    ///   in the state has to read the scene, let it start a task that does so.
    nonisolated static func mutate(_ state: inout State, by mutation: Mutation)

    /// Performs the side effects of a mutation, such as a toast or an output to the parent. The default does nothing.
    ///
    /// It is called after all observers have received the new state. A mutation that it executes is applied next. An
    /// action that it executes starts after the commit.
    func sideEffects(of mutation: Mutation, on state: State)
}

extension Store {
    /// The state after the last commit. Reads are not tracked by the Observation framework; front ends read
    /// ``SceneRuntime/state``.
    ///
    /// - Important: Do not read it while ``mutate(_:by:)`` runs; see there.
    public var state: State {
        let publisher = self.publisher
        publisher.willRead()
        return publisher.state
    }

    /// The part of the state that business rules may read.
    ///
    /// - Important: Do not read it while ``mutate(_:by:)`` runs; see there.
    public var domainState: State.DomainState {
        let publisher = self.publisher
        publisher.willReadDomain()
        return publisher.state.domainState
    }

    /// The domain state now, with the revision that ``execute(_:basedOn:)`` compares.
    public var domainSnapshot: DomainSnapshot<State.DomainState> { publisher.takeDomainSnapshot() }

    /// Does nothing.
    public func sideEffects(of mutation: Mutation, on state: State) {}

    /// If a store has no static `mutate`, the compiler chooses this function. The error is then the message below,
    /// which says what to write.
    @available(
        *, unavailable,
        message: """
            a store changes its state in `nonisolated static func mutate(_ state: inout State, by mutation: Mutation)`, which \
            is static because it must reach neither the store nor a worker
            """
    )
    nonisolated public static func mutate(_ state: inout State, by mutation: Mutation) {}
}

/// The store as a ``Controller`` holds it: write-only.
///
/// A test double implements only the two requirements without a call site.
@MainActor
public protocol MutationReceiver<Mutation>: AnyObject, Sendable {
    /// The mutations of the scene.
    associatedtype Mutation: Sendable

    // The next two are disfavored, so that `store.execute(.x)` calls the extension below. It records the caller's line.

    /// Applies a mutation. Callers use ``execute(_:fileID:line:)``.
    @_disfavoredOverload
    func execute(_ mutation: Mutation)

    /// Applies a mutation. Callers use ``execute(_:evenIfCancelled:fileID:line:)``.
    @_disfavoredOverload
    func execute(_ mutation: Mutation, evenIfCancelled: Bool)

    /// Applies a mutation that was executed at the given place. The default implementation ignores the place.
    func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite)
}

extension MutationReceiver {
    /// Applies a mutation to the state.
    ///
    /// Mutations are applied one at a time, first in first out. A mutation that an observer or a side effect executes
    /// waits until the commit in progress is complete, and is applied before the outermost call returns. A mutation is
    /// dropped, with a diagnostic, in exactly two cases: the scene was stopped, or the action of this scene that
    /// executes it was cancelled.
    ///
    /// - Complexity: The cost of ``Store/mutate(_:by:)`` and of the observers whose value has changed. Independent of
    ///   the size of the state.
    public func execute(_ mutation: Mutation, fileID: StaticString = #fileID, line: UInt = #line) {
        execute(mutation, evenIfCancelled: false, at: CallSite(fileID: fileID, line: line))
    }

    /// Applies a mutation like ``execute(_:fileID:line:)``. With `evenIfCancelled: true`, it is also applied if the
    /// action that executes it was cancelled.
    ///
    /// Use it for clean-up that must happen, such as hiding a progress indicator. A stopped scene drops even such
    /// mutations, which is not a programmer error, because clean-up cannot know that its scene has ended.
    public func execute(
        _ mutation: Mutation, evenIfCancelled: Bool, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        execute(mutation, evenIfCancelled: evenIfCancelled, at: CallSite(fileID: fileID, line: line))
    }

    /// Forwards to the requirement without a call site.
    public func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite) {
        if evenIfCancelled {
            let plain: (Mutation, Bool) -> Void = self.execute(_:evenIfCancelled:)
            plain(mutation, true)
        } else {
            let plain: (Mutation) -> Void = self.execute(_:)
            plain(mutation)
        }
    }
}

/// The store as an ``Interactor`` sees it: it reads the domain state and executes mutations.
@MainActor
public protocol DomainStore<DomainState, Mutation>: MutationReceiver {
    /// The part of the state that business rules may read.
    associatedtype DomainState: Sendable

    /// The current domain state. Read it again after an `await`.
    var domainState: DomainState { get }

    /// The current domain state, with a revision for ``execute(_:basedOn:)``.
    var domainSnapshot: DomainSnapshot<DomainState> { get }

    /// Applies a mutation that was computed from the snapshot with this revision, unless the domain state has changed
    /// since.
    ///
    /// - Returns: `false` if it was refused because the domain state has changed (take a new snapshot and compute
    ///   again), or dropped because the scene was stopped or the action cancelled.
    @discardableResult
    func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool
}
