import CIS

/// A scene whose state holds objects that call a closure when they are released, which may happen inside of `mutate`.
enum ReleasingState: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    struct Mutation: Sendable {
        let body: @Sendable (inout State) -> Void
    }

    struct State: SceneState, Codable, Equatable {
        var items: [Item] = []
        var count = 0
        var title = ""
        var signal = Pulse<Int>(0)
        var domainState = DomainState()

        /// Called by a computed property of the state.
        @MainActor static var whenSummed: (() -> Void)?
        var sum: Int {
            MainActor.assumeIsolated { State.whenSummed?() }
            return count + items.count
        }

        struct DomainState: Sendable, Codable, Equatable {
            var names: [String] = []
        }

        init(items: [Item] = []) { self.items = items }
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    /// Calls back on the main actor when it is released.
    final class Item: Sendable, Equatable {
        private let whenReleased: @MainActor @Sendable () -> Void

        init(whenReleased: @escaping @MainActor @Sendable () -> Void) {
            self.whenReleased = whenReleased
        }

        deinit {
            MainActor.assumeIsolated { whenReleased() }
        }

        static func == (lhs: Item, rhs: Item) -> Bool { lhs === rhs }
    }
}

@MainActor
final class ReleasingStateStore: Store {
    let publisher = StatePublisher(ReleasingState.State())

    nonisolated static func mutate(_ state: inout ReleasingState.State, by mutation: ReleasingState.Mutation) {
        mutation.body(&state)
    }

    /// Executes a mutation with a body.
    func change(_ body: @escaping @Sendable (inout ReleasingState.State) -> Void) {
        execute(ReleasingState.Mutation(body: body))
    }
}

/// A releasing scene, with everything that a test may check.
@MainActor
struct ReleasingStateScene {
    let store = ReleasingStateStore()
    let runtime: SceneRuntime<ReleasingState>
    let reports = ReportLog()

    /// - Parameter reporter: The reporter, instead of the scene's own log.
    init(reporter: DiagnosticReporter? = nil) {
        runtime = SceneRuntime(
            controller: IdleController(), store: store, diagnostics: reporter ?? reports.reporter)
    }

    /// Changes the state, and calls the body while it is being changed: an array loses its elements in place.
    func whileMutating(_ body: @escaping @MainActor @Sendable () -> Void) {
        store.change { state in
            state.count += 1
            state.items = [ReleasingState.Item(whenReleased: body)]
        }
        store.change { state in
            state.count += 1
            state.items.removeAll(keepingCapacity: true)
        }
    }
}
