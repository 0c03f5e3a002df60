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

@MainActor @Suite struct `Signing in` {
    @Test func `A-1 it is asked for when the server says 401`() async {
        await given("somebody who is not signed in", LedgerApp(), .init()) { test in
            test.server.signOut()
            await test.when("the list appears", .appeared)
            test.then("the sheet is shown", \.isSignInShown == true, \.isBusy == false)
        }
    }

    @Test func `A-2 whoever signs in sees the list`() async throws {
        try await given("the sheet is shown", LedgerApp(), .init()) { test in
            test.server.signOut()
            await test.given(after: .appeared)
            await test.when(
                "Mina signs in", in: .signIn, .edit(FieldChange(\.user, "Mina")),
                .edit(FieldChange(\.password, "hunter2")), .signInTapped)
            test.then(
                "the list is there", \.titles == ["Tea", "Bus", "Rent"], \.isSignInShown == false, \.message == "")
            test.expect("the tokens are kept", try await test.tokens.value(for: .tokens)?.access == "access-of-Mina")
        }
    }

    @Test func `A-3 a wrong password is said, and must be typed again`() async {
        await given("the sheet is shown", LedgerApp(), .init()) { test in
            test.server.signOut()
            await test.given(after: .appeared)
            await test.when(
                "a wrong password is entered", in: .signIn, .edit(FieldChange(\.user, "Mina")),
                .edit(FieldChange(\.password, "hunter3")), .signInTapped)
            test.then(
                "it is said", in: .signIn, \.message == "Wrong user or password.", \.domainState.form.user == "Mina",
                \.domainState.form.password == "", \.isBusy == false)
        }
    }

    @Test func `A-4 a second 401 keeps what was typed`() async {
        await given("the sheet is shown, a name is typed", LedgerApp(), .three) { test in
            test.server.signOut()
            await test.given(after: .refreshTapped)
            await test.when("a name is typed", in: .signIn, .edit(FieldChange(\.user, "Mina")))
            await test.when("a row is saved", in: .row(1), .textChanged("Coffee"), .committed)
            test.then("the name is still there", in: .signIn, \.domainState.form.user == "Mina")
        }
    }

    @Test func `A-5 the password is in no log, and in no description`() async {
        await given("the sheet is shown", LedgerApp(), .init()) { test in
            test.server.signOut()
            await test.given(after: .appeared)
            await test.when(
                "Mina signs in", in: .signIn, .edit(FieldChange(\.user, "Mina")),
                .edit(FieldChange(\.password, "hunter2")))
            test.expect("the tree does not show it", !test.scene.treeDescription.contains("hunter2"))
            await test.when("the button is tapped", in: .signIn, .signInTapped)
            test.expect("the log names Mina", test.log.text.contains("Mina"))
            test.expect("the log does not show the password", !test.log.text.contains("hunter2"))
        }
    }

    @Test func `A-6 the sheet can be closed`() async {
        await given("the sheet is shown", LedgerApp(), .init()) { test in
            test.server.signOut()
            await test.given(after: .appeared)
            await test.when("it is closed", .signInClosed)
            test.then("it is gone", \.isSignInShown == false)
        }
    }
}

@MainActor @Suite struct `Over the wire` {
    @Test func `W-1 requests have the token, and answers are decoded`() async throws {
        try await given("somebody who is signed in", WiredLedger(), .init()) { test in
            try await test.tokens.set(test.server.tokens, for: .tokens)
            await test.when("the list appears", .appeared)
            test.then("the rows are there", \.titles == ["Tea", "Bus", "Rent"])
            await test.when("a row is saved", in: .row(1), .textChanged("Coffee"), .committed)
            await test.when("another one is removed", .swiped([1]))
            await test.when("a third one is opened", .opened(3))
            await test.when("and paid", in: .detail(), .payTapped)
            test.then("the list shows it", \.titles == ["Coffee", "Rent"], \.domainState.open == 300, \.message == "")
            await test.when("the removal is undone", .undoTapped)
            test.then("it is back", \.titles == ["Coffee", "Bus", "Rent"])
        }
    }

    @Test func `W-2 an old token is renewed once for all requests, in every order`() async {
        let result = await explore("somebody whose token is old", WiredLedger(), .three, seeds: 1_000, switches: 2) {
            test in
            let server = test.server
            try await test.tokens.set(server.tokens, for: .tokens)
            server.expire()
            test.atRest("the token was renewed once") { _ in server.refreshes == 1 }
            await test.when("two requests are made at once", concurrently: .refreshTapped, .opened(1))
            test.then("both are answered", \.message == "", \.isSignInShown == false)
            test.then("in the detail, too", in: .detail(), \.domainState.expense == [Expense].three[0])
        }
        #expect(result.failingSeed != nil || result.warnings == [], "\(result.summary)")
    }

    @Test func `W-3 whoever is signed out everywhere signs in again`() async throws {
        try await given("somebody whose tokens are revoked", WiredLedger(), .init()) { test in
            try await test.tokens.set(test.server.tokens, for: .tokens)
            test.server.revoke()
            await test.when("the list appears", .appeared)
            test.then("the sheet is shown", \.isSignInShown == true)
            test.expect("the tokens are forgotten", try await test.tokens.value(for: .tokens) == nil)
            await test.when(
                "Mina signs in", in: .signIn, .edit(FieldChange(\.user, "Mina")),
                .edit(FieldChange(\.password, "hunter2")), .signInTapped)
            test.then("the list is there", \.titles == ["Tea", "Bus", "Rent"], \.isSignInShown == false)
            test.expect(
                "no secret is in the log", !test.log.text.contains("hunter2") && !test.log.text.contains("access-of"))
        }
    }
}

extension Expense {
    /// The expense before its last change.
    var before: Expense { Expense(id: id, title: title, cents: cents, isPaid: isPaid, version: version - 1) }
}

extension ChildPlace where Root == Ledger, Child == Search {
    static var search: Self { .child(of: \.search) }
}

extension ChildPlace where Root == Ledger, Child == SignIn {
    static var signIn: Self { .child(of: \.signIn) }
}

extension ChildPlace where Root == Ledger, Child == Detail {
    /// The detail that was opened as number `number`.
    static func detail(_ number: SceneStack<Int>.Element.ID = 1) -> Self { .child(of: \.path, number) }
}
