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

@MainActor @Suite struct `A row` {
    @Test func `R-1 its title is edited in place`() async {
        await given("three expenses", LedgerApp(), .three, checking: .everything) { test in
            let coffee = Expense(id: 1, title: "Coffee", cents: 300, version: 2)
            await test.when("the first is called Coffee", in: .row(1), .textChanged("Coffee"), .committed)
            test.api.renaming.expectCalls((1, "Coffee"))
            test.then("the list has the title", mutations: [.changed(coffee)]) {
                $0.domainState.rows.replace(with: coffee)
                $0.domainState.changes = 1
            }
            test.then(
                "the row is not edited any more", in: .row(1), useCases: [.save], outputs: [.saved(coffee)]
            ) { ($0.domainState.expense, $0.domainState.text) = (coffee, "Coffee") }
            test.then(in: .row(1), mutations: [.textChanged("Coffee"), .saved(coffee), .itemChanged(coffee)])
            test.expect("the server has it", test.server.expenses[0].title == "Coffee")
            await test.clock.advance(by: .seconds(1))
            test.then("it is saved", useCases: [.save]) { _ in }
        }
    }

    @Test func `R-2 a text that was not changed is not sent`() async {
        await given("three expenses", LedgerApp(), .three, checking: .everything) { test in
            await test.when("return is pressed", in: .row(1), .committed)
            test.then("nothing happens", in: .row(1), useCases: [.save]) { _ in }
        }
    }

    @Test func `R-3 a title that could not be saved stays and is marked`() async {
        await given("three expenses, no connection", LedgerApp(attempts: 1), .three) { test in
            test.server.fail(with: HTTPError(.connectionLost))
            await test.when("the first is called Coffee", in: .row(1), .textChanged("Coffee"), .committed)
            test.then(
                "the text stays", in: .row(1), \.domainState.text == "Coffee", \.domainState.isEdited == true,
                \.message == Trouble.offline.text)
            test.then("the list has the old one", \.titles == ["Tea", "Bus", "Rent"])
        }
    }

    @Test func `R-4 a text that is being edited survives a refresh`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            await test.when("somebody types", in: .row(1), .textChanged("Cof"))
            test.server.change { ($0[0].title, $0[0].version) = ("Chai", 2) }
            await test.when("the list is refreshed", .refreshTapped)
            test.then("the text stays", in: .row(1), \.domainState.text == "Cof", \.domainState.expense.title == "Chai")
        }
    }

    @Test func `R-5 what is typed while a title is saved stays`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            test.api.renaming.answers(.wait)
            await test.when(
                "a title is saved, and typed on", in: .row(1), .textChanged("Co"), .committed, .textChanged("Cof"))
            test.api.renaming.release(.value(Expense(id: 1, title: "Co", cents: 300, version: 2)))
            await test.when("the answer comes")
            test.then("the new text stays", in: .row(1), \.domainState.text == "Cof", \.domainState.isEdited == true)
        }
    }

    @Test func `R-6 the last of two titles counts`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            await test.when(
                "two titles are entered", in: .row(1), inOrder: .textChanged("Coffee"), .committed,
                .textChanged("Cocoa"), .committed)
            test.then("the last one is there", \.titles == ["Cocoa", "Bus", "Rent"])
            test.expect("on the server, too", test.server.expenses[0].title == "Cocoa")
        }
    }
}

@MainActor @Suite struct `The form` {
    @Test func `F-1 a new expense is added and the form closes`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            await test.when("the form is opened", .addTapped)
            await test.when(
                "it is filled in and saved", in: .form, .edit(FieldChange(\.title, "Film")),
                .edit(FieldChange(\.amount, "9.5")), .saveTapped)
            test.then("the form is closed", \.form.isPresented == false, \.isBusy == false)
            test.then("the row is there", \.titles == ["Tea", "Bus", "Rent", "Film"])
            test.expect("once on the server", test.server.expenses.map(\.cents) == [300, 250, 70_000, 950])
        }
    }

    @Test func `F-2 what is missing is said`() async {
        await given("an open form", LedgerApp(), .three) { test in
            await test.given(after: .addTapped)
            await test.when("nothing is entered", in: .form, .saveTapped)
            test.then("the title is missing", in: .form, \.message == "What was it for?")
            await test.when("a title and a bad amount", in: .form, .edit(FieldChange(\.title, "Film")), .saveTapped)
            test.then("the amount is missing", in: .form, \.message == "How much was it?")
            test.api.adding.expectCalls()
        }
    }

    @Test(arguments: [("12", 1_200), ("12.5", 1_250), ("12.05", 1_205), ("0", 0)])
    func `F-3 an amount is read`(_ text: String, _ cents: Int) {
        var state = ExpenseForm.State.DomainState()
        state.form.amount = text
        #expect(state.cents == cents)
    }

    @Test(arguments: ["", "-1", "1.234", "1.2.3", "x", "1.x"]) func `F-4 other texts are no amounts`(_ text: String) {
        var state = ExpenseForm.State.DomainState()
        state.form.amount = text
        #expect(state.cents == nil)
    }

    @Test func `F-5 an expense that could not be added is in the form again`() async {
        await given("an open form, no connection", LedgerApp(attempts: 1), .three) { test in
            await test.given(after: .addTapped)
            test.server.fail(with: HTTPError(.notConnected))
            await test.when(
                "it is saved", in: .form, .edit(FieldChange(\.title, "Film")), .edit(FieldChange(\.amount, "9.05")),
                .saveTapped)
            test.then("the list says so", \.message == Trouble.offline.text, \.isBusy == false)
            test.then(
                "nothing typed is lost", in: .form,
                \.domainState.form == ExpenseForm.Fields(title: "Film", amount: "9.05"))
        }
    }

    @Test func `F-6 a request whose answer is lost is repeated and done once`() async {
        await given("an open form, a bad connection", LedgerApp(), .three) { test in
            await test.given(after: .addTapped)
            let server = test.server
            test.api.adding.answers(
                .compute { request throws(HTTPError) in
                    _ = try server.add(request.draft, key: request.key)
                    throw HTTPError(.connectionLost)
                })
            await test.when(
                "it is saved", in: .form, .edit(FieldChange(\.title, "Film")), .edit(FieldChange(\.amount, "9")),
                .saveTapped)
            await test.clock.advance(by: .milliseconds(250))
            test.then("there is one row", \.titles == ["Tea", "Bus", "Rent", "Film"], \.isBusy == false)
            test.expect("and one on the server", test.server.expenses.map(\.title) == ["Tea", "Bus", "Rent", "Film"])
        }
    }

    @Test func `F-7 a form that is closed adds nothing`() async {
        await given("a form with a title", LedgerApp(), .three) { test in
            await test.given(after: .addTapped)
            await test.when("it is filled in", in: .form, .edit(FieldChange(\.title, "Film")))
            await test.when("it is closed", .formClosed)
            test.then("nothing was added", \.titles == ["Tea", "Bus", "Rent"], \.form.isPresented == false)
            test.api.adding.expectCalls()
        }
    }
}

extension ChildPlace where Root == Ledger, Child == ExpenseRow {
    static func row(_ id: Int) -> Self { .child(of: \.domainState.rows, id) }
}

extension ChildPlace where Root == Ledger, Child == ExpenseForm {
    static var form: Self { .child(of: \.form) }
}
