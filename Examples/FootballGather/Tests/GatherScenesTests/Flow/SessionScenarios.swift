import CIS
import CISTesting
import GatherScenes
import Testing

/// FG-API-21 as decided in the README: when the server no longer accepts the token, the login is shown above all screens. The
/// screens stay as they are.
@MainActor @Suite struct SessionScenarios {
    @Test func `FG-GATHER-08 FG-API-21 the session ends with the gather: after another login it goes on where it was`()
        async
    {
        await given("a gather that runs, 3 to 1", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when(
                "goals", in: Screen.gather, .scoreChanged(.teamA, 3), .scoreChanged(.teamB, 1), .actionTapped,
                .endTapped)
            test.worker.ending.answers(.error(ServiceError.sessionEnded))
            await test.when("it is ended, and the token has expired", in: Screen.gather, .endConfirmed)
            test.then("the login above it", \.loginAgain.value == "ada", \.path.elements.count == 4)
            test.then("no alert", in: Screen.gather, \.alert == nil, \.isLoading == false)
            test.then(
                "with the name, and the reason", in: Screen.loginAgain, \.domainState.username == "ada",
                \.sessionHasEnded == true)
            await test.when(
                "she logs in", in: Screen.loginAgain, .edited(FieldChange(\.password, Password("secret"))), .loginTapped
            )
            test.then("the gather is there", \.loginAgain.isPresented == false, \.path.elements.count == 4)
            test.then(
                "3 to 1, and it runs", in: Screen.gather, \.domainState.scoreA == 3, \.countdown.status == .running)
            await test.when("it is ended", in: Screen.gather, .endTapped, .endConfirmed)
            test.then("with that score", \.path.routes == [.login, .playerList])
            test.expect("both times", test.worker.ending.calls.map(\.score) == ["3-1", "3-1"])
        }
    }

    @Test func `FG-LIST-04 FG-API-21 every screen that sends a request says that the session has ended`() async {
        await given("the token has expired", App(), GatherFlow.State()) { test in
            await test.logIn()
            let expired = ServiceError.sessionEnded
            test.worker.listing.answers(.error(expired))
            await test.when("the list is loaded", in: Screen.list, .retryTapped)
            test.then("the login", \.loginAgain.isPresented == true)
            await test.logInAgain()
            test.worker.deleting.answers(.error(expired))
            await test.when("a player is deleted", in: Screen.list, .deleteTapped(1), .deleteConfirmed)
            test.then("the login, and the player is there", \.loginAgain.isPresented == true)
            test.then(in: Screen.list, \.rows.count == 3, \.alert == nil)
            await test.logInAgain()
            test.worker.adding.answers(.error(expired))
            await test.when("a player is added", in: Screen.list, .bottomTapped)
            await test.when("with a name", in: Screen.add, .edited(FieldChange(\.name, "Dina")), .doneTapped)
            test.then("the login, and the name stays", \.loginAgain.isPresented == true)
            await test.logInAgain()
            test.then(in: Screen.add, \.domainState.name == "Dina", \.alert == nil)
        }
    }

    @Test func `FG-EDIT-08 FG-CONFIRM-07 FG-API-21 also the screen that edits, and the one that makes teams`() async {
        await given("the token has expired", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("Ada's age", in: Screen.list, .rowTapped(1))
            await test.when("on the screen of its own", in: Screen.detail, .rowTapped(.age))
            test.worker.updating.answers(.error(ServiceError.sessionEnded))
            await test.when("is edited", in: Screen.edit, .edited(FieldChange(\.text, "31")), .doneTapped)
            test.then("the login", \.loginAgain.isPresented == true)
            await test.logInAgain()
            test.then("the age stays", in: Screen.edit, \.domainState.text == "31", \.alert == nil)
        }
        await given("the token has expired", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            test.worker.joining.answers(.error(ServiceError.sessionEnded))
            await test.start()
            test.then("the login", \.loginAgain.isPresented == true)
            await test.logInAgain()
            await test.start()
            test.then("a second start succeeds", \.path.routes.last == .gather(.sample))
        }
    }

    @Test func `FG-API-21 somebody else who logs in sees nothing of the first user's screens`() async {
        await given("Ada's session has ended", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("a row is tapped", in: Screen.list, .rowTapped(1))
            await test.when("the session ends", .sessionEnded)
            test.worker.listing.always(.value([]))
            await test.when(
                "Ben logs in", in: Screen.loginAgain, .edited(FieldChange(\.username, "ben")),
                .edited(FieldChange(\.password, Password("p"))),
                .loginTapped)
            test.then(
                "a new list", \.path.routes == [.login, .playerList], \.domainState.username == "ben",
                \.loginAgain.isPresented == false)
            test.expect("the old list is gone", test.scene.child(of: \.path, 2, as: PlayerList.self) == nil)
        }
    }

    @Test func `FG-API-21 FG-API-23 a name with the same letters in other bytes is somebody else's`() async {
        await given("the session of é has ended", App(), GatherFlow.State()) { test in
            await test.when("é has logged in", .loggedIn(username: "\u{E9}"))
            await test.when("the session ends", .sessionEnded)
            await test.when("the other é logs in", .loggedIn(username: "e\u{301}"))
            test.then("a list", \.path.routes == [.login, .playerList], \.loginAgain.isPresented == false)
            test.expect("the old list is gone", test.scene.child(of: \.path, 2, as: PlayerList.self) == nil)
        }
    }

    @Test func `FG-API-21 who does not log in again is back at the login`() async {
        await given("Ada's session has ended", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("the session ends, twice", .sessionEnded, .sessionEnded)
            test.then("one login", \.loginAgain.number == 1)
            await test.when("she does not log in", .loginDeclined)
            test.then(
                "the first screen", \.path.routes == [.login], \.domainState.username == nil,
                \.loginAgain.isPresented == false)
        }
    }
}
