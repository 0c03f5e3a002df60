import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

@MainActor @Suite struct `The search` {
    @Test func `S-1 it searches when the user pauses`() async {
        await given("the search is open", LedgerApp(), .three, checking: .everything) { test in
            await test.given(after: .searchTapped)
            await test.when("two letters are typed", in: .search, inOrder: .textChanged("t"), .textChanged("te"))
            test.then("nothing is searched yet", in: .search, mutations: [.textChanged("t"), .textChanged("te")]) {
                $0.text = "te"
            }
            await test.clock.advance(by: .milliseconds(300))
            test.then("Tea is found", in: .search, useCases: [.find("te")]) { $0.hits = [[Expense].three[0]] }
            test.then(
                in: .search,
                mutations: [.textChanged("t"), .textChanged("te"), .began, .found([[Expense].three[0]]), .ended])
            test.api.searching.expectCalls("te")
        }
    }

    @Test func `S-2 an older answer does not replace a newer one`() async {
        await given("the search is open", LedgerApp(), .three) { test in
            await test.given(after: .searchTapped)
            test.api.searching.always(.wait)
            await test.when("a letter is typed", in: .search, .textChanged("b"))
            await test.clock.advance(by: .milliseconds(300))
            await test.when("another one", in: .search, .textChanged("r"))
            await test.clock.advance(by: .milliseconds(300))
            test.expect("the first search is cancelled", test.api.searching.cancelledCalls == ["b"])
            test.api.searching.release(.value([[Expense].three[2]])) { $0 == "r" }
            await test.when("the answer comes")
            test.then("Rent is shown", in: .search, \.hits == [[Expense].three[2]], \.isSearching == false)
        }
    }

    @Test func `S-3 an empty text finds nothing and asks nobody`() async {
        await given("something was found", LedgerApp(), .three) { test in
            await test.given(after: .searchTapped)
            await test.when("a letter is typed", in: .search, .textChanged("t"))
            await test.clock.advance(by: .milliseconds(300))
            test.api.searching.expectCalls("t")
            await test.when("it is deleted", in: .search, .textChanged(""))
            await test.clock.advance(by: .milliseconds(300))
            test.then("nothing is found", in: .search, \.hits == [])
            test.api.searching.expectCalls()
        }
    }

    @Test func `S-4 a search that fails says so and ends`() async {
        await given("the search is open, no connection", OneSearch(), .init()) { test in
            test.app.server.fail(with: HTTPError(.notConnected))
            await test.when("a letter is typed", .textChanged("t"))
            await test.clock.advance(by: .milliseconds(300))
            test.then("it is said", \.message == Trouble.offline.text, \.isSearching == false)
        }
    }

    @Test func `S-5 a hit opens its detail and closes the search`() async {
        await given("Tea was found", LedgerApp(), .three) { test in
            await test.given(after: .searchTapped)
            await test.when("a text is typed", in: .search, .textChanged("tea"))
            await test.clock.advance(by: .milliseconds(300))
            await test.when("the hit is tapped", in: .search, .hitTapped(1))
            test.then("the search is closed", \.search.isPresented == false, \.path.routes == [1])
            test.then("Tea is shown", in: .detail(), \.domainState.expense == [Expense].three[0])
        }
    }

    @Test func `S-6 a search that is closed finds nothing any more`() async {
        await given("a letter is typed", LedgerApp(), .three) { test in
            await test.given(after: .searchTapped)
            await test.when("a letter is typed", in: .search, .textChanged("t"))
            await test.when("the search is closed", .searchClosed)
            await test.clock.advance(by: .milliseconds(300))
            test.then("it is gone", \.search.isPresented == false)
            test.api.searching.expectCalls()
        }
    }
}

extension ChildPlace where Root == Ledger, Child == Search {
    static var search: Self { .child(of: \.search) }
}
