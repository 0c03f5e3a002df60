import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

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

extension ChildPlace where Root == Ledger, Child == SignIn {
    static var signIn: Self { .child(of: \.signIn) }
}
