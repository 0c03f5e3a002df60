import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

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
