import CIS
import TestSupport
import Testing

/// While `mutate` runs, the navigation values of the state are half changed. They are not read then.
@MainActor
@Suite struct `Children while the state is being changed` {
    enum Lookup: CaseIterable, Sendable { case sheet, stack, row }

    private let world = ChangingNavigation()

    @Test(arguments: Lookup.allCases)
    func `a child that is looked up inside mutate is not found, and the lookup is reported`(_ lookup: Lookup) {
        world.declareChildren()
        world.store.change { state in
            state.sheet.present(.init(id: 1))
            state.stack.push(.init(id: 2))
            state.rows.append(.init(id: 3))
        }
        let element = world.runtime.state.stack.top?.id ?? 0
        let found = Recorder<Bool>()
        let look = { @MainActor [world] in
            switch lookup {
            case .sheet: found.note(world.runtime.child(of: \.sheet, as: Sample.self) != nil)
            case .stack: found.note(world.runtime.child(of: \.stack, element, as: Sample.self) != nil)
            case .row: found.note(world.runtime.child(of: \.rows, 3, as: Sample.self) != nil)
            }
        }
        look()
        world.whileMutating {
            look()
        } then: {
            $0.taps += 1
        }
        look()
        #expect(found.entries == [true, false, true])
        #expect(world.reports.kinds == [.stateReadInMutate])
    }

    // The list and the stack are changing while their elements are released.
    @Test func `an element that looks for scenes when it is removed finds none`() {
        world.declareChildren()
        let found = Recorder<Bool>()
        fillWithElements { [world] in
            for id in 1...3 { found.note(world.runtime.child(of: \.rows, id, as: Sample.self) != nil) }
            found.note(world.runtime.child(of: \.stack, 1, as: Sample.self) != nil)
        }
        world.store.change { state in
            state.rows.remove(2)
            state.stack.popAll()
        }
        #expect(found.entries == Array(repeating: false, count: 8))
        #expect(world.runtime.child(of: \.rows, 3, as: Sample.self) != nil)
        #expect(world.runtime.children.count == 2)
    }

    /// Three rows and a screen. The state alone holds them. The second row and the screen call the closure when they
    /// are released.
    private func fillWithElements(_ body: @escaping @MainActor @Sendable () -> Void) {
        let (row, screen) = (Tripwire(body), Tripwire(body))
        world.store.change { state in
            for id in 1...3 { state.rows.append(.init(id: id)) }
            state.rows.update(2) { $0.wire = row }
            state.stack.push(.init(id: 4, wire: screen))
        }
    }

    @Test func `changes of a list that are observed inside mutate begin after the commit`() {
        let steps = Recorder<Int?>()
        let token = Shared<ObservationToken?>(nil)
        world.whileMutating { [world] in
            token.value = world.runtime.observeChanges(of: \.rows, initially: false) { steps.note($0.steps?.count) }
        } then: {
            $0.rows.append(.init(id: 1))
        }
        #expect(steps.entries.isEmpty)
        world.store.change { $0.rows.append(.init(id: 2)) }
        #expect(steps.entries == [1])
        #expect(world.reports.kinds == [.observedInMutate])
        token.value = nil
    }

    @Test func `children that are declared inside mutate are made after the commit`() {
        let steps = Recorder<String>()
        world.whileMutating { [world] in
            world.runtime.present(\.sheet) { _, item in
                steps.note("made \(item.id)")
                return SampleScene().runtime
            }
            steps.note("declared")
        } then: {
            $0.sheet.present(.init(id: 1))
        }
        #expect(steps.entries == ["declared", "made 1"])
        #expect(world.runtime.children.count == 1)
        #expect(world.reports.kinds == [.observedInMutate])
    }
}

/// A scene with navigation values, whose elements can do something when they are released.
private enum Changing: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    struct Mutation: Sendable {
        let body: @Sendable (inout State) -> Void
    }

    struct Item: Sendable, Identifiable {
        let id: Int
        var wire: Tripwire?
    }

    struct State: SceneState {
        var wires: [Tripwire] = []
        var taps = 0
        var sheet = Presented<Item>()
        var stack = SceneStack<Item>()
        var rows = SceneList<Item>()
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
private final class ChangingStore: Store {
    let publisher = StatePublisher(Changing.State())

    nonisolated static func mutate(_ state: inout Changing.State, by mutation: Changing.Mutation) {
        mutation.body(&state)
    }

    /// Executes a mutation with a body.
    func change(_ body: @escaping @Sendable (inout Changing.State) -> Void) {
        execute(Changing.Mutation(body: body))
    }
}

@MainActor
private struct ChangingNavigation {
    let store = ChangingStore()
    let reports = ReportLog()
    let runtime: SceneRuntime<Changing>

    init() {
        runtime = SceneRuntime(controller: IdleController(), store: store, diagnostics: reports.reporter)
    }

    func declareChildren() {
        runtime.present(\.sheet) { _, _ in SampleScene().runtime }
        runtime.stack(\.stack) { _, _ in SampleScene().runtime }
        runtime.list(\.rows) { _, _ in SampleScene().runtime }
    }

    /// Changes the state, calls the body while it is being changed, and continues with the change.
    func whileMutating(
        _ body: @escaping @MainActor @Sendable () -> Void,
        then change: @escaping @Sendable (inout Changing.State) -> Void
    ) {
        store.change { $0.wires = [Tripwire(body)] }
        store.change { state in
            state.wires.removeAll(keepingCapacity: true)
            change(&state)
        }
    }
}
