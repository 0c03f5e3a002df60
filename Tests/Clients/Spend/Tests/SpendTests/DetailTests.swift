import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

@MainActor @Suite struct `The detail` {
    @Test func `D-1 it shows the expense`() async {
        await given("three expenses", LedgerApp(), .three) { test in
            await test.when("the first is opened", .opened(1))
            test.then("it is shown", in: .detail(), \.domainState.expense == [Expense].three[0], \.isLoading == false)
            await test.when("the user goes back", .wentBack(to: nil))
            test.then("it is closed", \.path.routes == [])
        }
    }

    @Test func `D-2 a payment is seen in the list`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("it is paid", in: .detail(), .payTapped)
            test.then("the detail says so", in: .detail(), \.domainState.expense?.isPaid == true)
            test.then("the list, too", \.domainState.open == 70_000)
            test.then("and its row", in: .row(1), \.domainState.expense.isPaid == true)
            test.expect("it was paid once", test.server.payments == [1])
            test.api.listing.expectCalls()
        }
    }

    @Test func `D-3 two taps pay once`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("the button is tapped twice", in: .detail(), inOrder: .payTapped, .payTapped)
            test.expect("it was paid once", test.server.payments == [1])
            test.api.paying.expectCalls((1, "payment-1"))
        }
    }

    @Test func `D-4 a payment that fails says so`() async {
        await given("the first is open, no connection", LedgerApp(attempts: 1), .three) { test in
            await test.given(after: .opened(1))
            test.server.fail(with: HTTPError(.connectionLost))
            await test.when("it is paid", in: .detail(), .payTapped)
            test.then("it is said", \.message == Trouble.offline.text, \.isBusy == false)
            test.then("it is not paid", in: .detail(), \.domainState.expense?.isPaid == false)
        }
    }

    @Test func `D-5 an expense that was paid is paid when it is opened again`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("it is paid", in: .detail(), .payTapped)
            await test.when("it is closed and opened again", .wentBack(to: nil), .opened(1))
            test.then("it is paid", in: .detail(2), \.domainState.expense?.isPaid == true)
        }
    }

    @Test func `D-6 an expense is asked for once`() async {
        await given("the first was open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1), .wentBack(to: nil))
            await test.when("it is opened again", .opened(1))
            test.then("it is shown", in: .detail(2), \.domainState.expense == [Expense].three[0])
            test.api.loading.expectCalls()
        }
    }

    @Test func `D-7 a new title is shown when it is opened again`() async {
        await given("the first was open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1), .wentBack(to: nil))
            await test.when("it is called Coffee", in: .row(1), .textChanged("Coffee"), .committed)
            await test.when("it is opened again", .opened(1))
            test.then("Coffee is shown", in: .detail(2), \.domainState.expense?.title == "Coffee")
        }
    }

    @Test func `D-8 another expense replaces the one that is open`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("the third is opened", .opened(3))
            test.then("one detail is open", \.path.routes == [3])
            test.then("it shows Rent", in: .detail(2), \.domainState.expense?.title == "Rent")
        }
    }

    @Test func `D-9 the detail of an expense that is removed closes`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("it is removed", .swiped([0]))
            test.then("its detail is closed", \.path.routes == [])
        }
    }

    @Test func `D-10 the detail of an expense that somebody else removes closes`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            test.server.change { $0.removeFirst() }
            await test.when("the list is refreshed", .refreshTapped)
            test.then("its detail is closed", \.path.routes == [], \.titles == ["Bus", "Rent"])
        }
    }

    @Test func `D-11 a payment goes on although the detail is closed`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            test.api.paying.answers(.wait)
            await test.when("it is paid", in: .detail(), .payTapped)
            await test.when("the user goes back", .wentBack(to: nil))
            test.api.paying.release(.value(Expense(id: 1, title: "Tea", cents: 300, isPaid: true, version: 2)))
            await test.when("the answer comes")
            test.then("the list shows the payment", \.domainState.open == 70_000, \.isBusy == false)
        }
    }

    @Test func `D-12 a title that is changed in the row is changed in the detail`() async {
        await given("the first is open", LedgerApp(), .three) { test in
            await test.given(after: .opened(1))
            await test.when("it is called Coffee", in: .row(1), .textChanged("Coffee"), .committed)
            test.then("it is", in: .detail(), \.domainState.expense?.title == "Coffee")
        }
    }

    @Test func `D-13 an expense that cannot be loaded is no spinner for ever`() async {
        await given("no connection", OneDetail(), .init(domainState: .init(id: 1))) { test in
            test.server.fail(with: HTTPError(.notConnected))
            await test.when("it appears", .appeared)
            test.then("it says so", \.message == Trouble.offline.text, \.isLoading == false)
        }
    }
}

extension ChildPlace where Root == Ledger, Child == Detail {
    /// The detail that was opened as number `number`.
    static func detail(_ number: SceneStack<Int>.Element.ID = 1) -> Self { .child(of: \.path, number) }
}
