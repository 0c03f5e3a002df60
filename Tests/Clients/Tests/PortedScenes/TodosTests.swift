import CIS
import CISTesting
import Testing

private struct Fixture: SceneFixture {
    let clock = ManualClock()
    func assemble(_ state: Todos.State) -> SceneRuntime<Todos> { Todos.assemble(state, clock: clock) }
}

extension Todos.State {
    /// The given number of todos, with the ids 1, 2, 3, …
    fileprivate static func todos(_ count: Int, done: Set<Todo.ID> = [], filter: Todos.Filter = .all) -> Self {
        let todos = (1...count).map { Todo(id: $0, isDone: done.contains($0)) }
        return Self(display: Todos.Display(filter: filter), todos: SceneList(todos), lastID: count)
    }
}

@MainActor @Suite struct `Things to do` {
    @Test func `a new one comes first`() async {
        await given("one", Fixture(), .todos(1)) { test in
            await test.when("one is added", .addTapped)
            test.then("it is the first") {
                $0.lastID = 2
                $0.todos = [Todo(id: 2), Todo(id: 1)]
            }
        }
    }

    @Test func `a text is edited`() async {
        await given("one", Fixture(), .todos(1)) { test in
            await test.when("its text changes", .edited(1, FieldChange(\.text, "Learn Swift")))
            test.then("it has it") { $0.todos = [Todo(id: 1, text: "Learn Swift")] }
        }
    }

    @Test func `a second after it was checked, it moves to the end`() async {
        await given("two", Fixture(), .todos(2)) { test in
            await test.when("the first is checked", .edited(1, FieldChange(\.isDone, true)))
            test.then("it is done") { $0.todos = [Todo(id: 1, isDone: true), Todo(id: 2)] }
            await test.clock.advance(by: .seconds(1))
            test.then("it is the last") { $0.todos = [Todo(id: 2), Todo(id: 1, isDone: true)] }
        }
    }

    @Test func `the second begins with the last check`() async {
        await given("two", Fixture(), .todos(2)) { test in
            await test.when("the first is checked", .edited(1, FieldChange(\.isDone, true)))
            await test.clock.advance(by: .milliseconds(500))
            await test.when("it is checked again", .edited(1, FieldChange(\.isDone, false)))
            await test.clock.advance(by: .milliseconds(999))
            test.then("nothing is sorted yet", mutations: [.edited(1, FieldChange(\.isDone, false))])
            await test.clock.advance(by: .milliseconds(1))
            test.then("once", mutations: [.edited(1, FieldChange(\.isDone, false)), .sorted])
            test.then("they are as before", \.todos.ids == [1, 2], \.todos[0].isDone == false)
        }
    }

    @Test func `completed todos are cleared`() async {
        await given("two, one done", Fixture(), .todos(2, done: [2])) { test in
            await test.when("they are cleared", .clearDoneTapped)
            test.then("the other is left") { $0.todos = [Todo(id: 1)] }
        }
    }

    @Test func `one is deleted`() async {
        await given("three", Fixture(), .todos(3)) { test in
            await test.when("the second is deleted", .deleted([1]))
            test.then("the others are left") { $0.todos = [Todo(id: 1), Todo(id: 3)] }
        }
    }

    @Test func `deleting removes the todo that the filter shows`() async {
        await given("three, one done, which is shown", Fixture(), .todos(3, done: [3], filter: .done)) { test in
            await test.when("the first that is shown is deleted", .deleted([0]))
            test.then("those that are not shown are left") { $0.todos = [Todo(id: 1), Todo(id: 2)] }
        }
    }

    @Test func `one is moved, and a moment later they are sorted`() async {
        await given("three", Fixture(), .todos(3)) { test in
            await test.when("they are being edited", .displayChanged(FieldChange(\.isEditing, true)))
            test.then("it shows") { $0.display.isEditing = true }
            await test.when("the first is moved before the third", .moved([0], to: 2))
            test.then("it is the second") { $0.todos = [Todo(id: 2), Todo(id: 1), Todo(id: 3)] }
            await test.clock.advance(by: .milliseconds(100))
            test.then("none is done", mutations: [.moved([0], to: 2), .sorted])
        }
    }

    @Test func `one is moved among those that the filter shows`() async {
        await given("four, two done", Fixture(), .todos(4, done: [3, 4])) { test in
            await test.when("the done ones are shown", .displayChanged(FieldChange(\.filter, .done)))
            test.then("they are", \.display.filter == .done, \.shown.count == 2)
            await test.when("the first of them is moved to the end", .moved([0], to: 2))
            test.then("the others stay", \.todos.ids == [1, 2, 4, 3])
            await test.clock.advance(by: .milliseconds(100))
            test.then("those that are done stay in order", \.todos.ids == [1, 2, 4, 3])
        }
    }

    @Test func `one is edited while others are hidden`() async {
        await given("two, one done", Fixture(), .todos(2, done: [2], filter: .done)) { test in
            await test.when("it is edited", .edited(2, FieldChange(\.text, "Done already")))
            test.then("it is the one that is shown", \.shown == [Todo(id: 2, text: "Done already", isDone: true)])
        }
    }
}
