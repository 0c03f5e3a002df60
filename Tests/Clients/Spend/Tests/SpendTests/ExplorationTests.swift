import CIS
import CISTesting
import CISWorkers
import Testing

@testable import Spend

/// The flows of the app, in every order up to two switches. The server is fake, and does each request at a moment of its own.
@MainActor @Suite struct `In every order` {
    /// What the list shows at the end is what the server has, and nothing is busy.
    private func expectAgreement(_ test: SceneTest<LedgerApp>) {
        let server = test.server
        test.finally("the list shows what the server has") { $0.sorted == server.expenses.sorted }
        test.atRest("no request is counted any more") { $0.running == 0 }
    }

    private func expectComplete(_ exploration: Exploration) {
        #expect(exploration.failingSeed != nil || exploration.completeSwitches ?? -1 >= 2, "\(exploration.summary)")
    }

    @Test func `E-1 a title is saved while the list is refreshed`() async {
        let result = await explore("three expenses", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.given("a title is typed", in: .row(1), after: .textChanged("Coffee"))
            await test.when(overlapping: .action(.refreshTapped), .action(.committed, in: .row(1)))
            test.then("the title is there", \.titles == ["Coffee", "Bus", "Rent"])
            test.then("in its row, too", in: .row(1), \.domainState.text == "Coffee", \.domainState.isEdited == false)
        }
        expectComplete(result)
    }

    @Test func `E-2 an expense is renamed while it is paid`() async {
        let result = await explore("the first is open", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.when("it is opened", .opened(1))
            await test.given("a title is typed", in: .row(1), after: .textChanged("Coffee"))
            await test.when(overlapping: .action(.committed, in: .row(1)), .action(.payTapped, in: .detail()))
            test.then("the new title is shown", \.titles == ["Coffee", "Bus", "Rent"])
            test.then("the payment is shown", \.domainState.open == 70_000)
            test.expect(
                "on the server, too", test.server.expenses[0].title == "Coffee" && test.server.expenses[0].isPaid)
        }
        expectComplete(result)
    }

    @Test func `E-3 a row is removed while the list is refreshed, and comes back`() async {
        let result = await explore("three expenses", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.when(concurrently: .swiped([0]), .refreshTapped)
            test.then("it is removed", \.titles == ["Bus", "Rent"])
            await test.when(concurrently: .undoTapped, .refreshTapped)
            test.then("it is back", \.domainState.rows.count == 3)
        }
        expectComplete(result)
    }

    @Test func `E-4 an expense is added once, whatever is lost`() async {
        let result = await explore(
            "three expenses", LedgerApp(), .three, seeds: 300, switches: 2, injecting: .faults
        ) { test in
            expectAgreement(test)
            let server = test.server
            test.finally("it was added once") { _ in server.expenses.count(where: { $0.title == "Film" }) == 1 }
            await test.when(concurrently: .submitted(Draft(title: "Film", cents: 900)), .refreshTapped)
            test.then("it is shown", \.domainState.rows.count == 4)
        }
        expectComplete(result)
    }

    @Test func `E-5 a form is saved while it is closed`() async {
        let result = await explore("a form that is filled in", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.when("it is opened", .addTapped)
            await test.when(
                "filled in", in: .form, .edit(FieldChange(\.title, "Film")), .edit(FieldChange(\.amount, "9")))
            await test.when(overlapping: .action(.saveTapped, in: .form), .action(.formClosed))
            test.then("it is closed", \.form.isPresented == false)
        }
        expectComplete(result)
    }

    @Test func `E-6 the last text is the one that is found`() async {
        let result = await explore(
            "the search", OneSearch(), .init(), seeds: 300, switches: 2, injecting: [.cancellations, .faults]
        ) { test in
            test.atRest("nothing is searched any more") { $0.running == 0 }
            await test.when(inOrder: .searchDue("t"), .searchDue("rent"))
            test.then("Rent is found", \.hits == [[Expense].three[2]])
        }
        expectComplete(result)
    }

    @Test func `E-7 an expense is loaded, and no spinner is left`() async {
        let result = await explore(
            "an expense", OneDetail(), .init(domainState: .init(id: 1)), seeds: 300, switches: 2,
            injecting: [.cancellations, .faults]
        ) { test in
            test.atRest("no spinner is left") { !$0.isLoading }
            await test.when("it appears", .appeared)
            test.then("it is shown", \.domainState.expense == [Expense].three[0])
            await test.when("it appears again", .appeared)
        }
        expectComplete(result)
    }

    @Test func `E-8 an expense is paid once, whatever is lost`() async {
        let result = await explore(
            "the first is open", LedgerApp(attempts: 1), .three, seeds: 300, switches: 2,
            injecting: [.cancellations, .faults]
        ) { test in
            let server = test.server
            test.finally("it is not paid twice") { _ in server.payments.count <= 1 }
            test.atRest("no request is counted any more") { $0.running == 0 }
            await test.when("it is opened", .opened(1))
            await test.when(
                "it is paid twice", overlapping: .action(.payTapped, in: .detail()), .action(.payTapped, in: .detail()))
            await test.when("and once more", in: .detail(), .payTapped)
            test.then("it is paid", \.domainState.open == 70_000)
        }
        expectComplete(result)
    }

    @Test func `E-9 an expense is closed and opened while it is paid`() async {
        let result = await explore("the first is open", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.when("it is opened", .opened(1))
            await test.when(overlapping: .action(.payTapped, in: .detail()), .action(.opened(3)))
            await test.when("it is opened again", .opened(1))
            let isPaid = test.server.expenses[0].isPaid
            test.then(
                "it shows what the server has", in: .top(of: \.path, as: Detail.self),
                \.domainState.expense?.isPaid == isPaid)
        }
        expectComplete(result)
    }

    @Test func `E-10 whatever goes wrong, nothing is busy at the end`() async {
        let result = await explore(
            "three expenses", LedgerApp(attempts: 1), .three, seeds: 300, switches: 2,
            injecting: [.cancellations, .faults]
        ) { test in
            test.invariant("no negative number of requests") { $0.running >= 0 }
            test.atRest("no request is counted any more") { $0.running == 0 }
            await test.when("the list appears", .appeared)
            await test.when(
                concurrently: .submitted(Draft(title: "Film", cents: 900)), .swiped([0, 1]))
            await test.when("and back", .undoTapped)
        }
        expectComplete(result)
    }

    @Test func `E-11 several requests are refused while a name is typed`() async {
        let result = await explore("nobody is signed in", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            test.server.signOut()
            test.atRest("no request is counted any more") { $0.running == 0 }
            await test.when(concurrently: .refreshTapped, .opened(1))
            let sheet = test.scene.child(of: \.signIn, as: SignIn.self)
            await test.when("a row is saved", in: .row(1), .textChanged("Coffee"), .committed)
            test.expect(
                "there was one sheet", sheet != nil && sheet === test.scene.child(of: \.signIn, as: SignIn.self))
        }
        expectComplete(result)
    }

    @Test func `E-12 what was changed is saved, also while the list is refreshed`() async {
        let result = await explore("three expenses", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            let app = test.fixture
            await test.when(concurrently: .swiped([0]), .refreshTapped)
            let saved = try? await app.file.load()
            test.expect("the file has what is shown", saved == Array(test.state.domainState.rows))
        }
        expectComplete(result)
    }

    @Test func `E-13 two titles are entered, and the last one counts`() async {
        let result = await explore("three expenses", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.when(
                "two titles are entered", in: .row(1), inOrder: .textChanged("Coffee"), .committed,
                .textChanged("Cocoa"), .committed)
            test.then("the last one is there", \.titles == ["Cocoa", "Bus", "Rent"])
            test.expect("on the server, too", test.server.expenses[0].title == "Cocoa")
        }
        expectComplete(result)
    }

    @Test func `E-14 an expense is opened while it is renamed, and opened again`() async {
        let result = await explore("three expenses", LedgerApp(), .three, seeds: 300, switches: 2) { test in
            expectAgreement(test)
            await test.given("a title is typed", in: .row(1), after: .textChanged("Coffee"))
            await test.when(overlapping: .action(.opened(1)), .action(.committed, in: .row(1)))
            test.then("the title is shown", in: .detail(), \.domainState.expense?.title == "Coffee")
            await test.when("it is opened again", .wentBack(to: nil), .opened(1))
            test.then("the title is shown again", in: .detail(2), \.domainState.expense?.title == "Coffee")
        }
        expectComplete(result)
    }
}
