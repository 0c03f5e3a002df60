import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

@MainActor @Suite struct `The list` {
    @Test func `L-1 it shows what the server has`() async {
        await given("three expenses on the server", LedgerApp(), .init(), checking: .everything) { test in
            await test.when("the list appears", .appeared)
            test.then(
                "they are shown", mutations: [.began, .loaded(.three), .ended], useCases: [.start],
                calls: ["expenses()"]
            ) { $0.domainState.rows.append(contentsOf: [Expense].three) }
            test.api.listing.expectCalls(())
            await test.clock.advance(by: .seconds(1))
            test.then("nothing else changes", useCases: [.start, .save], calls: ["expenses()"]) { _ in }
        }
    }

    @Test func `L-2 without a connection it shows what was saved`() async throws {
        try await given("a saved expense, no connection", LedgerApp(attempts: 1), .init()) { test in
            try await test.file.save([Expense(id: 7, title: "Old", cents: 100)])
            test.server.fail(with: HTTPError(.notConnected))
            await test.when("the list appears", .appeared)
            test.then(
                "the saved expense is shown", \.titles == ["Old"], \.message == Trouble.offline.text, \.isBusy == false)
        }
    }

    @Test func `L-3 a change on another device appears after a refresh`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            test.server.change {
                $0[0].title = "Green tea"
                $0[0].version = 2
                $0.append(Expense(id: 4, title: "Film", cents: 900))
            }
            await test.when("the list is refreshed", .refreshTapped)
            test.then("it is shown", \.titles == ["Green tea", "Bus", "Rent", "Film"], \.isBusy == false)
            test.then("in its row, too", in: .row(1), \.domainState.text == "Green tea")
        }
    }

    @Test func `L-4 a refresh that fails says so and keeps the rows`() async {
        await given("three expenses, no connection", LedgerApp(attempts: 1), .three) { test in
            test.server.fail(with: HTTPError(.timedOut))
            await test.when("the list is refreshed", .refreshTapped)
            test.then("the rows stay", \.titles == ["Tea", "Bus", "Rent"], \.message == Trouble.offline.text)
            await test.when("it is refreshed again", .refreshTapped)
            test.then("the message is gone", \.message == "", \.isBusy == false)
        }
    }

    @Test func `L-5 a refresh tries again when the connection was lost`() async {
        await given("three expenses, a bad connection", LedgerApp(), .init()) { test in
            test.server.fail(with: HTTPError(.connectionLost))
            await test.when("the list is refreshed", .refreshTapped)
            test.then("it is busy", \.isBusy == true)
            await test.clock.advance(by: .milliseconds(250))
            test.then("the rows are there", \.titles == ["Tea", "Bus", "Rent"], \.isBusy == false)
        }
    }

    @Test func `L-6 a second tap while refreshing does nothing`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            test.api.listing.always(.wait)
            await test.when("the button is tapped twice", inOrder: .refreshTapped, .refreshTapped)
            test.api.listing.expectCalls(())
            test.api.listing.release(.value(.three))
            await test.when("the answer comes")
            test.then("it rests", \.isBusy == false)
        }
    }

    @Test func `L-7 swiping removes the row that is shown there`() async {
        await given("three expenses, paid ones are hidden", LedgerApp(), .three, checking: .everything) { test in
            await test.given(after: .filterTapped)
            await test.when("the second row is swiped", .swiped([1]))
            test.then("Rent is removed", useCases: [.remove([1])]) {
                let rent = $0.domainState.rows.remove(3)
                $0.domainState.removed = rent.map { [Ledger.Removed(expense: $0, offset: 2)] } ?? []
                $0.domainState.changes = 1
            }
            test.then(mutations: [.began, .removed([Expense].three[2]), .ended])
            test.api.removing.expectCalls(3)
            test.expect("the server has the others", test.server.expenses.map(\.id) == [1, 2])
            await test.clock.advance(by: .seconds(1))
            test.then("it is saved", useCases: [.remove([1]), .save]) { _ in }
        }
    }

    @Test func `L-8 a removal that fails keeps the row and says so`() async {
        await given("three expenses, no connection", LedgerApp(attempts: 1), .three) { test in
            test.server.fail(with: HTTPError(.notConnected))
            await test.when("the first row is swiped", .swiped([0]))
            test.then(
                "it stays", \.titles == ["Tea", "Bus", "Rent"], \.message == Trouble.offline.text, \.isBusy == false)
        }
    }

    @Test func `L-9 undo puts a removed row back where it was`() async {
        await given("the second row was removed", LedgerApp(), .three) { test in
            await test.given(after: .swiped([1]))
            await test.when("it is undone", .undoTapped)
            test.then("it is back", \.titles == ["Tea", "Bus", "Rent"], \.isBusy == false)
            test.expect("the server has it", test.server.expenses.sorted.map(\.title) == ["Tea", "Bus", "Rent"])
            await test.when("undo is tapped again", .undoTapped)
            test.api.replacing.expectCalls(test.server.expenses.sorted[1].before)
        }
    }

    @Test func `L-10 undo keeps what has come since`() async {
        await given("a row was removed, then others came", LedgerApp(), .three) { test in
            await test.given(after: .swiped([0]))
            test.server.change { $0.append(Expense(id: 4, title: "Film", cents: 900)) }
            await test.given(after: .refreshTapped)
            await test.when("it is undone", .undoTapped)
            test.then("all are there", \.titles == ["Tea", "Bus", "Rent", "Film"])
        }
    }

    @Test func `L-11 two removals are undone one after the other`() async {
        await given("two rows were removed", LedgerApp(), .three) { test in
            await test.given(after: .swiped([0, 2]))
            await test.when("it is undone", .undoTapped)
            test.then("the last is back", \.titles == ["Bus", "Rent"])
            await test.when("it is undone again", .undoTapped)
            test.then("the first is back", \.titles == ["Tea", "Bus", "Rent"])
        }
    }

    @Test func `L-12 paid expenses can be hidden`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            await test.when("the filter is tapped", .filterTapped)
            test.then("two are shown", \.domainState.shown.count == 2, \.domainState.open == 70_300)
            await test.when("it is tapped again", .filterTapped)
            test.then("all are shown", \.domainState.shown.count == 3)
        }
    }

    @Test func `L-13 a change is saved to the file after a second`() async throws {
        try await given("three expenses", LedgerApp(), .three) { test in
            await test.when("one is removed", .swiped([0]))
            await test.clock.advance(by: .milliseconds(900))
            test.expect("nothing is saved yet", try await test.file.load() == nil)
            await test.clock.advance(by: .milliseconds(100))
            test.expect("the rest is saved", try await test.file.load()?.map(\.id) == [2, 3])
        }
    }

    @Test func `L-14 a change is saved although the list is refreshed`() async throws {
        try await given("three expenses", LedgerApp(), .three) { test in
            await test.when("one is removed, and the list is refreshed", .swiped([0]), .refreshTapped)
            await test.clock.advance(by: .seconds(1))
            test.expect("the rest is saved", try await test.file.load()?.map(\.id) == [2, 3])
        }
    }
}

extension Expense {
    /// The expense before its last change.
    var before: Expense { Expense(id: id, title: title, cents: cents, isPaid: isPaid, version: version - 1) }
}
