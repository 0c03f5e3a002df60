import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

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

extension ChildPlace where Root == Ledger, Child == ExpenseRow {
    static func row(_ id: Int) -> Self { .child(of: \.domainState.rows, id) }
}
