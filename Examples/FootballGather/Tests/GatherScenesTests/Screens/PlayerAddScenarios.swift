import CIS
import CISTesting
import GatherScenes
import Testing

/// FG-ADD-01 to FG-ADD-05: adding a player.
@MainActor @Suite(.checkingEverything) struct PlayerAddScenarios {
    @Test func `FG-ADD-01 FG-ADD-02 'Done' is enabled as soon as there is text, and blanks are text`() async {
        await given("a new screen", AddScreen(), .init()) { test in
            test.then("'Done' is disabled", \.doneButton.isEnabled == false, \.doneButton.caption == "Done")
            await test.when("a blank is typed", .edited(FieldChange(\.name, " ")))
            test.then(
                "it is enabled", \.domainState.name == " ", \.doneButton.isEnabled == true,
                mutations: [.edited(FieldChange(\.name, " "))])
            await test.when("it is deleted", .edited(FieldChange(\.name, "")))
            test.then(
                "it is disabled", \.domainState.name == "", \.doneButton.isEnabled == false,
                mutations: [.edited(FieldChange(\.name, ""))])
            await test.when("'Done' is tapped nevertheless", .doneTapped)
            test.then("nothing is sent", mutations: [])
        }
    }

    @Test func `FG-ADD-03 FG-ADD-04 the player is added, and the list is told`() async {
        await given("a name is there", AddScreen(), .init()) { test in
            await test.given(after: .edited(FieldChange(\.name, "Dina")))
            test.worker.adding.always(.wait)
            await test.when("'Done' is tapped twice", inOrder: .doneTapped, .doneTapped)
            let attempt = Attempt("Dina", key: .numbered(1))
            test.then(
                "the overlay", \.isLoading == true, \.doneButton.isEnabled == false,
                \.domainState.attempt == attempt, mutations: [.began(attempt)],
                outputs: [.requestSent])
            test.worker.adding.release(.value(()))
            await test.settle()
            test.then(
                "one player", \.isLoading == false, \.domainState.attempt == nil, test.worker.adding == [attempt],
                mutations: [.began(attempt), .added], outputs: [.requestSent, .added])
        }
    }

    @Test func `FG-ADD-05 whatever goes wrong, the alert is the same, and the name stays`() async {
        await given("a name is there", AddScreen(), .init()) { test in
            await test.given(after: .edited(FieldChange(\.name, "Dina")))
            test.worker.adding.answers(.error(ServiceError.noConnection), .error(ServiceError.locationHeaderNotFound))
            let attempt = Attempt("Dina", key: .numbered(1))
            for error in [ServiceError.noConnection, .locationHeaderNotFound] {
                await test.when("'Done' is tapped", .doneTapped)
                test.then(
                    "an alert",
                    \.alert == Alert(title: "Error", message: "Unable to create player. Please try again."),
                    \.problem == .notAdded,
                    \.isLoading == false, \.doneButton.isEnabled == true, \.domainState.attempt == attempt,
                    test.worker.adding == [attempt], mutations: [.began(attempt), .failed(.error(error))],
                    outputs: [.requestSent])
                await test.when("'OK' is tapped", .alertDismissed)
                test.then("it is gone", \.problem == nil, mutations: [.alertDismissed])
            }
        }
    }

    @Test func `FG-ADD-05 D22 a name that is too long is said to be so, because trying again cannot help`() async {
        await given("a name is there", AddScreen(), .init(), checking: .written) { test in
            await test.given(after: .edited(FieldChange(\.name, "Dina")))
            test.worker.adding.always(.error(ServiceError.textTooLong))
            await test.when("'Done' is tapped", .doneTapped)
            test.then(
                "an alert", \.problem == .request(.textTooLong),
                \.alert?.message == "This text is too long. Please shorten it.", \.domainState.name == "Dina")
        }
    }

    @Test func `FG-ADD-05 a second try sends the key of the first, so that a lost answer adds no second player`() async
    {
        await given("a name is there", AddScreen(), .init(), checking: .written) { test in
            await test.given(after: .edited(FieldChange(\.name, "Dina")))
            test.worker.adding.answers(
                .error(ServiceError.noConnection), .error(ServiceError.noConnection), .error(ServiceError.noConnection),
                .value(()))
            await test.when("'Done' is tapped, and there is no answer", .doneTapped, .alertDismissed)
            await test.when(
                "it is tapped again, after another name was typed", .edited(FieldChange(\.name, "Din")),
                .edited(FieldChange(\.name, "Dina")),
                .doneTapped, .alertDismissed)
            await test.when("another name is sent", .edited(FieldChange(\.name, "Eve")), .doneTapped, .alertDismissed)
            await test.when("and again", .doneTapped)
            test.expect(
                "each name has one key",
                test.worker.adding.calls == [
                    Attempt("Dina", key: .numbered(1)), Attempt("Dina", key: .numbered(1)),
                    Attempt("Eve", key: .numbered(2)), Attempt("Eve", key: .numbered(2)),
                ])
            await test.when("the same name is added once more", .doneTapped)
            test.expect("another player, with a key of its own", test.worker.adding.calls.last?.key == .numbered(3))
        }
    }
}
