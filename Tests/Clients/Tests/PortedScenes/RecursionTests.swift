import CIS
import CISTesting
import Foundation
import Testing

private struct Fixture: SceneFixture {
    func assemble(_ state: Nested.State) -> SceneRuntime<Nested> { Nested.assemble(state) }
}

@MainActor @Suite struct `Lists of lists` {
    private let row = ChildPlace<Nested, Nested>.child(of: \.rows, 1)

    @Test func `a row can be added to a row`() async {
        await given("an empty list", Fixture(), .init(id: 0)) { test in
            await test.when("a row is added", .addTapped)
            await test.when("a row is added to it", in: row, .addTapped)
            test.then("it has one", in: row, \.rows.ids == [1])
            test.then("which has none", in: .child(of: \.rows, 1, as: Nested.self, in: row), \.rows.ids == [])
        }
    }

    @Test func `a row that is renamed is another scene`() async {
        await given("a list with a row", Fixture(), .init(id: 0, rows: [.init(id: 1)])) { test in
            await test.when("the row is renamed", in: row, .renamed("Garden"))
            test.then("it has the name", in: row) { $0.name = "Garden" }
            test.then("the list has none") { _ in }
        }
    }

    @Test func `a row that is deleted takes its rows with it`() async {
        let rows: SceneList<Nested.State> = [.init(id: 1), .init(id: 2, rows: [.init(id: 1)]), .init(id: 3)]
        await given("three rows, one with a row", Fixture(), .init(id: 0, rows: rows)) { test in
            let row = test.child(of: \.rows, 2, as: Nested.self)
            let inner = row?.child(of: \.rows, 1, as: Nested.self)
            await test.when("the second is deleted", .deleted([1]))
            test.then("two are left", \.rows.ids == [1, 3])
            #expect(row?.isStopped == true && inner?.isStopped == true)
        }
    }
}
