/// The only place where a scene's state changes.
///
/// A conformer writes two functions and holds a publisher:
///
/// ```swift
/// @MainActor final class CounterStore: Store {
///     let publisher: StatePublisher<Counter.State>
///     init(_ state: Counter.State) { publisher = StatePublisher(state) }
///     nonisolated static func mutate(_ state: inout Counter.State, by mutation: Counter.Mutation) { … }
///     func sideEffects(of mutation: Counter.Mutation, on state: Counter.State) { … }   // optional
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
    // static `mutate`, `Mutation` is `Never`, and the compiler chooses the unavailable `mutate` at
    // the end of this file. Its message says what to write.
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
    @inlinable
    public var state: State {
        let publisher = self.publisher
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        return publisher.storage.pointee
    }

    /// The part of the state that business rules may read.
    ///
    /// - Important: Do not read it while ``mutate(_:by:)`` runs; see there.
    @inlinable
    public var domainState: State.DomainState {
        let publisher = self.publisher
        if !publisher.flags.isDisjoint(with: [.domainWatched, .mutating]) { publisher.noteDomainRead() }
        return publisher.storage.pointee.domainState
    }

    /// The domain state now, with the revision that ``execute(_:basedOn:)`` compares.
    public var domainSnapshot: DomainSnapshot<State.DomainState> { publisher.takeDomainSnapshot() }

    /// Does nothing.
    @inlinable
    public func sideEffects(of mutation: Mutation, on state: State) {}
}

extension Store {
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
