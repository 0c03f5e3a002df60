import CIS
import Observation
import TestSupport
import Testing

/// What a control reads back from a field that it has set, where actions start in place and where every start is
/// deferred (G1, edge case 62).
@MainActor
@Suite struct `Bound field` {
    enum Start: CaseIterable {
        case normal, deferred

        /// Whether the action has begun when `set` returns.
        var isInPlace: Bool { self == .normal && StartMode.isInPlace }
    }

    private let sample = SampleScene(Sample.State(items: [1, 2]))

    /// A field whose store accepts values up to a limit, and takes the limit for greater ones.
    private func field(_ start: Start, limit: Int = 100, policy: ActionPolicy = .concurrent) -> BoundField<Sample, Int>
    {
        if start == .deferred { sample.runtime.deferEveryStart() }
        return BoundField(\.count, of: sample.runtime) { [store = sample.store] value in
            .perform("set \(value)", policy: policy) { _ in
                store.execute(.add(min(value, limit) - store.state.count))
            }
        }
    }

    /// Reads the value as a view does, and counts how often the view must be redrawn: at most once for each call.
    private func draw(_ field: BoundField<Sample, Int>, _ redraws: Recorder<String>) -> Int {
        withObservationTracking {
            field.value
        } onChange: {
            MainActor.assumeIsolated { redraws.note("redraw") }
        }
    }

    @Test(arguments: Start.allCases)
    func `a control reads back what it has just set`(start: Start) async {
        let field = field(start)
        field.set(5)
        #expect(field.value == 5)
        await mainActorJobsBehind()
        #expect(field.value == 5)
        #expect(sample.runtime.state.count == 5)
    }

    @Test(arguments: Start.allCases)
    func `a value that the store shortens comes back as the store's in the same turn, and the control is redrawn`(
        start: Start
    ) async {
        let field = field(start, limit: 3)
        let redraws = Recorder<String>()
        field.set(3)
        await mainActorJobsBehind()
        #expect(draw(field, redraws) == 3)
        field.set(5)
        await mainActorJobsBehind()
        #expect(field.value == 3, "the state has not changed")
        #expect(redraws.entries == ["redraw"], "so that the control does not keep what it has set")
    }

    @Test(arguments: Start.allCases)
    func `a value that nobody takes over comes back as the store's`(start: Start) async {
        _ = field(start)
        let refused = BoundField(\.count, of: sample.runtime) { _ in .perform { _ in } }
        let redraws = Recorder<String>()
        #expect(draw(refused, redraws) == 0)
        refused.set(5)
        await mainActorJobsBehind()
        #expect(refused.value == 0)
        #expect(redraws.entries == ["redraw"])
    }

    @Test(arguments: Start.allCases)
    func `of two values set in one turn the last is read back, and both are handled in order`(start: Start) async {
        let field = field(start)
        let seen = Recorder<Int>()
        let token = sample.runtime.observe(\.count, initially: false) { seen.note($0) }
        field.set(1)
        #expect(field.value == 1)
        field.set(2)
        #expect(field.value == 2)
        await mainActorJobsBehind()
        #expect(field.value == 2)
        #expect(seen.entries == [1, 2])
        token.cancel()
    }

    @Test(arguments: Start.allCases)
    func `a value whose action is held back is read back in this turn, and not longer`(start: Start) async {
        let field = field(start, policy: .latest.debounced(for: .seconds(60)))
        let redraws = Recorder<String>()
        #expect(draw(field, redraws) == 0)
        field.set(5)
        #expect(field.value == 5)
        #expect(redraws.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(field.value == 0)
        #expect(redraws.entries == ["redraw"])
        sample.store.execute(.add(7))
        #expect(field.value == 7)
    }

    @Test(arguments: Start.allCases)
    func `a value whose action is dropped comes back as the store's`(start: Start) async {
        let gate = Gate()
        let busy = sample.perform(policy: .first.group("save")) { _ in await gate.pass() }
        await gate.reached()
        let field = field(start, policy: .first.group("save"))
        let redraws = Recorder<String>()
        #expect(draw(field, redraws) == 0)
        field.set(5)
        await mainActorJobsBehind()
        #expect(field.value == 0)
        #expect(redraws.entries == ["redraw"])
        #expect(sample.reports.kinds == [.actionDropped(.busy)])
        gate.open()
        await busy.value
    }

    @Test(arguments: Start.allCases)
    func `a value set on a scene that was stopped comes back as the store's`(start: Start) {
        let field = field(start)
        sample.runtime.stop()
        field.set(5)
        #expect(field.value == 0)
        #expect(sample.reports.kinds == [.actionDropped(.stopped)])
    }

    @Test func `a value whose scene stops before the action begins comes back as the store's`() async {
        let field = field(.deferred)
        field.set(5)
        #expect(field.value == 5)
        sample.runtime.stop()
        await mainActorJobsBehind()
        #expect(field.value == 0)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    @Test(arguments: Start.allCases)
    func `a value set in an observer, behind an action that an observer has executed, is read back`(
        start: Start
    ) async {
        let field = field(start)
        let token = sample.runtime.observe(\.flag, initially: false) { [sample] _ in
            sample.runtime.execute(.mutate(.add(50)))
            field.set(5)
            #expect(field.value == 5)
        }
        sample.store.execute(.setFlag(true))
        #expect(field.value == 5)
        await mainActorJobsBehind()
        #expect(sample.runtime.state.count == 5)
        #expect(field.value == 5)
        token.cancel()
    }

    @Test(arguments: Start.allCases)
    func `a commit after the control's action is read at once`(start: Start) async {
        let field = field(start)
        field.set(5)
        sample.perform { [store = sample.store] _ in store.execute(.add(10)) }
        await mainActorJobsBehind()
        #expect(field.value == 15)
    }

    @Test(arguments: Start.allCases)
    func `two fields of a scene do not mix`(start: Start) async {
        let count = field(start)
        let doubled = BoundField(\.doubled, of: sample.runtime) { value in .mutate(.add(value)) }
        count.set(5)
        #expect(doubled.value == (start.isInPlace ? 10 : 0))
        await mainActorJobsBehind()
        #expect(doubled.value == 10)
    }

    @Test(arguments: Start.allCases)
    func `the action for a row may remove the row`(start: Start) async {
        let store = RowsStore(Rows.State())
        let scene = SceneRuntime<Rows>(controller: RowsController(store: store), store: store)
        if start == .deferred { scene.deferEveryStart() }
        BoundField(\.rows[1], of: scene) { _ in .removeLast }.set("edited")
        await mainActorJobsBehind()
        #expect(scene.state.rows == ["first"])
    }

    @Test(arguments: Start.allCases)
    func `a control whose row has been removed reads what it has read last`(start: Start) async {
        let store = RowsStore(Rows.State())
        let scene = SceneRuntime<Rows>(controller: RowsController(store: store), store: store)
        if start == .deferred { scene.deferEveryStart() }
        let field = BoundField(\.rows[1], of: scene) { _ in .removeLast }
        #expect(field.value == "last")
        let told = Recorder<String?>()
        field.set("edited") { told.note(field.readableValue) }
        await mainActorJobsBehind()
        #expect(scene.state.rows == ["first"])
        #expect(told.entries == [nil], "a control with a value of its own keeps it")
        #expect(["last", "edited"].contains(field.value))
    }

    @Test func `a control whose row is removed before its first read reads what was there when it was made`() {
        let store = RowsStore(Rows.State())
        let scene = SceneRuntime<Rows>(controller: RowsController(store: store), store: store)
        let field = BoundField(\.rows[1], of: scene) { _ in .removeLast }
        store.execute(.removedLast)
        #expect(field.value == "last")
    }

    @Test func `a control whose row has been removed is told when the row comes back`() {
        let store = RowsStore(Rows.State())
        let scene = SceneRuntime<Rows>(controller: RowsController(store: store), store: store)
        let field = BoundField(\.rows[1], of: scene) { _ in .removeLast }
        let redraws = Recorder<String>()
        store.execute(.removedLast)
        withObservationTracking {
            #expect(field.value == "last")
        } onChange: {
            MainActor.assumeIsolated { redraws.note("redraw") }
        }
        store.execute(.appended("another"))
        #expect(redraws.entries == ["redraw"])
        #expect(field.value == "another")
    }

    /// A control of UIKit: it has a value of its own, which it shows until it is told to read again.
    @Test(arguments: Start.allCases)
    func `a control with a value of its own is told once when to read again`(start: Start) async {
        let field = field(start, limit: 3)
        let told = Recorder<Int>()
        var shown = 7
        field.set(shown) {
            shown = field.value
            told.note(shown)
        }
        #expect(shown == (start.isInPlace ? 3 : 7))
        await mainActorJobsBehind()
        #expect(shown == 3)
        #expect(told.entries == [3])
    }

    @Test(arguments: Start.allCases)
    func `of two values set in one turn only the last is followed by a read`(start: Start) async {
        let field = field(start)
        let told = Recorder<String>()
        field.set(1) { told.note("1: \(field.value)") }
        field.set(2) { told.note("2: \(field.value)") }
        await mainActorJobsBehind()
        #expect(told.entries == (start.isInPlace ? ["1: 1", "2: 2"] : ["2: 2"]))
    }

    @Test func `a scene that is released with a value under way is freed`() async {
        weak var released: SceneRuntime<Sample>?
        do {
            let own = SampleScene()
            own.runtime.deferEveryStart()
            released = own.runtime
            BoundField(\.count, of: own.runtime) { .mutate(.add($0)) }.set(5)
        }
        #expect(released == nil)
        await mainActorJobsBehind()
    }
}

private enum Rows: SceneDefinition {
    enum Action: Sendable { case removeLast }
    enum Mutation: Sendable { case removedLast, appended(String) }
    struct State: SceneState {
        var rows = ["first", "last"]
    }
}

private final class RowsController: SceneController<Rows>, Controller {
    func handle(_ action: Rows.Action) async { store.execute(.removedLast) }
}

private final class RowsStore: SceneStore<Rows>, Store {
    nonisolated static func mutate(_ state: inout Rows.State, by mutation: Rows.Mutation) {
        switch mutation {
        case .removedLast: state.rows.removeLast()
        case .appended(let row): state.rows.append(row)
        }
    }
}
