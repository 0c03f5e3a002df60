import CISTesting
import Testing

@testable import Party

@MainActor @Suite struct `The last seat` {
    @Test func `is given once`() async {
        await given("one free seat", Table(), .with(2, name: "Mina")) {
            test in
            await test.when("Mina is invited", .inviteTapped)
            await test.when("she is invited again", .inviteTapped)
            test.then("three guests sit", \.domainState.guests.count == 3)
        }
    }

    @Test func `is given once, in every order`() async {
        let result = await explore(
            "one free seat", Table(), .with(2, name: "Mina")
        ) { test in
            await test.when(
                "two are invited at once",
                concurrently: .inviteTapped, .inviteTapped)
            test.then("three guests sit", \.domainState.guests.count == 3)
        }
        #expect(result.isComplete)
    }
}
