import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

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

extension ChildPlace where Root == Ledger, Child == ExpenseForm {
    static var form: Self { .child(of: \.form) }
}
