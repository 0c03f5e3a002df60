import CIS
import CISTesting
import GatherScenes
import Testing

/// The screens together: what is pushed and popped, and which screens receive the outputs of others.
@MainActor @Suite struct FlowScenarios {
    @Test func `FG-LOGIN-06 after the login the players are shown, and the way back leads to the login`() async {
        await given("the app has started", App(), GatherFlow.State()) { test in
            test.then("the login", \.path.routes == [.login])
            await test.logIn()
            test.then("the list", \.path.routes == [.login, .playerList], \.domainState.username == "ada")
            test.then("with three players", in: Screen.list, \.rows.count == 3)
            await test.when("the user goes back", .wentBack(to: 1))
            test.then("nobody is logged in", \.path.routes == [.login], \.domainState.username == nil)
            test.then("and the password is not there", in: Screen.login, \.domainState.password == Password(""))
        }
    }

    @Test func `FG-ADD-04 FG-LIST-16 a player is added, the screen closes, and the list loads`() async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("'Add player' is tapped", in: Screen.list, .bottomTapped)
            test.then("the screen", \.path.routes == [.login, .playerList, .playerAdd])
            weak let screen = test.child(of: \.path, 3, as: PlayerAdd.self)
            test.worker.listing.always(.value(.sample + [.numbered(4)]))
            await test.when(
                "a name is typed, 'Done' is tapped", in: Screen.add, .edited(FieldChange(\.name, "Dina")), .doneTapped)
            test.then(
                "it is closed", \.path.routes == [.login, .playerList],
                test.worker.adding == [Attempt("Dina", key: .numbered(1))])
            test.then("there are four", in: Screen.list, \.rows.count == 4)
            test.expect("and the screen is freed", screen == nil)
        }
    }

    @Test func `FG-EDIT-07 FG-DETAIL-04 FG-LIST-17 an edit is heard of by the details, and then by the list`() async {
        await given("Ada's name is edited", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("her row is tapped", in: Screen.list, .rowTapped(1))
            await test.when("and her name", in: Screen.detail, .rowTapped(.name))
            test.then("the screen", \.path.routes.last == .playerEdit(.ada, .name))
            await test.when(
                "another name is typed, 'Done'", in: Screen.edit, .edited(FieldChange(\.text, "Ida")), .doneTapped)
            test.then("one screen is closed", \.path.elements.count == 3)
            test.then("the details show it", in: Screen.detail, \.title == "Ida")
            test.then("and so does the list", in: Screen.list, \.names == ["Ida", "Ben", "Cem"])
            test.expect("without a request", test.worker.listing.calls.count == 1)
        }
    }

    @Test func `FG-GATHER-07 FG-CONFIRM-10 FG-LIST-15 a gather ends: back to the list, where nobody is selected`() async
    {
        await given("a gather", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            test.then("the teams", \.path.routes.last == .confirmPlayers([.ada, .ben]))
            await test.start()
            test.then("the gather", \.path.routes.last == .gather(.sample))
            await test.when("it is ended", in: Screen.gather, .scoreChanged(.teamB, 2), .endTapped, .endConfirmed)
            test.then(
                "the list", \.path.routes == [.login, .playerList], test.worker.ending == [("U", "0-2", "Team B")])
            test.then("as at the beginning", in: Screen.list, \.mode == .list, \.selected == [], \.title == "Players")
        }
    }

    @Test func `FG-LIST-07 FG-DETAIL-03 two quick taps open one screen`() async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("two rows are tapped", in: Screen.list, inOrder: .rowTapped(1), .rowTapped(2))
            test.then("the first one's details", \.path.routes == [.login, .playerList, .playerDetail(.ada)])
            await test.when("two fields are tapped", in: Screen.detail, inOrder: .rowTapped(.age), .rowTapped(.skill))
            test.then("the first one", \.path.routes.last == .playerEdit(.ada, .age))
        }
    }

    @Test func `FG-CONFIRM-05 leaving while players are added cancels the requests, and no answer reaches anybody`()
        async
    {
        await given("players are being added", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            test.worker.joining.always(.wait)
            await test.start()
            test.expect("two requests", test.worker.joining.held.count == 2)
            weak let screen = test.child(of: \.path, 3, as: ConfirmPlayers.self)
            await test.when("the user goes back", .wentBack(to: 2))
            test.then("the list", \.path.routes == [.login, .playerList], \.alert == nil)
            test.expect("cancelled, and the screen is freed", test.worker.joining.held.isEmpty && screen == nil)
        }
    }

    @Test func `FG-CONFIRM-07 D20 after a start with somebody who was deleted elsewhere the list is loaded`() async {
        await given("two teams", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            test.worker.joining.always(.error(ServiceError.playerDeleted))
            await test.start()
            await test.when("the user goes back", .wentBack(to: 2))
            test.worker.listing.always(.value([.ada, .cem]))
            await test.when("the list appears", in: Screen.list, .appeared)
            test.then("two rows", in: Screen.list, \.ids == [1, 3], \.selected == [1])
        }
    }

    @Test(arguments: [GatherFlow.Action.wentBack(to: 3), .wentBack(to: 1), .linkOpened(.players), .loginDeclined])
    func `FG-GATHER-07 D17 leaving a match that has begun asks, whichever way`(leave: GatherFlow.Action) async {
        await given("2 to 0", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("a goal, and time", in: Screen.gather, .scoreChanged(.teamA, 2), .actionTapped)
            await test.clock.advance(by: .seconds(3))
            if leave == .loginDeclined { await test.when("the session ends", .sessionEnded) }
            await test.when("the user wants to leave", leave)
            test.then(
                "the question", \.path.elements.count == 4, \.leaveQuestion?.message == Wording.Gather.leaveQuestion)
            await test.when("'Stay'", .leaveCancelled)
            test.then("it goes on", in: Screen.gather, \.countdown.time.text == "09:57", \.domainState.scoreA == 2)
            test.then("without question", \.leaveQuestion == nil, \.path.elements.count == 4)
            await test.when("'Leave' without a question", .leaveConfirmed)
            test.then("nothing", \.path.elements.count == 4)
            await test.when("the user leaves", leave, .leaveConfirmed)
            test.then("it is left", \.leaveQuestion == nil, \.domainState.match == nil)
            test.expect("the match is over", !test.state.path.routes.contains(.gather(.sample)))
            test.expect("and nothing of it stays", test.worker.discarding.calls == ["U"])
        }
    }

    @Test func `FG-GATHER-07 D17 once the end is stored, nobody is asked whether to leave the match`() async {
        await given("1 to 0", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("a goal, and the end", in: Screen.gather, .scoreChanged(.teamA, 1), .endTapped)
            test.worker.ending.always(.wait)
            await test.when("'Yes', without an answer", in: Screen.gather, .endConfirmed)
            await test.when("the user wants to leave", .wentBack(to: 3))
            test.then("the question", \.leaveQuestion?.title == Wording.Gather.leaveTitle)
            test.worker.ending.release(.value(()))
            await test.settle()
            test.then("the list, without a question", \.path.routes == [.login, .playerList], \.leaveQuestion == nil)
            test.expect("the result stays on the server", test.worker.discarding.calls.isEmpty)
        }
    }

    @Test func `FG-CONFIRM-09 D17 a gather that was played is not opened again, and one that was not is`() async {
        await given("a gather", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("the user goes back", .wentBack(to: 3))
            test.then("without question", \.path.elements.count == 3)
            await test.start()
            test.expect("the same gather", test.worker.creating.calls.count == 1)
            let gather = ChildPlace<GatherFlow, Gather>.child(of: \.path, 5)
            await test.when("a goal that was none", in: gather, .scoreChanged(.teamB, 1), .scoreChanged(.teamB, 0))
            await test.when("the user leaves", .wentBack(to: 3), .leaveConfirmed)
            test.worker.creating.always(.value(.uuid("V")))
            await test.start()
            test.then(
                "another gather", \.path.routes.last == .gather(.init(id: "V", players: GatherModel.sample.players)))
        }
    }

    @Test func `FG-STORE-04 D18 logging out revokes the token, and so does declining to log in again`() async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("the user logs out", .wentBack(to: 1))
            test.expect("the token is revoked", test.worker.loggingOut.calls.count == 1)
            await test.logInFromStart(list: 3)
            await test.when("the user stays at the list", .wentBack(to: 3))
            test.expect("not again", test.worker.loggingOut.calls.count == 1)
            await test.when("the session ends, and the user does not log in", .sessionEnded, .loginDeclined)
            test.expect("again", test.worker.loggingOut.calls.count == 2)
        }
    }

    @Test func `FG-TIMER-11 leaving the gather ends its countdown`() async {
        await given("the countdown runs", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("it is started", in: Screen.gather, .actionTapped)
            test.expect("a tick is due", test.clock.deadlines.count == 1)
            await test.when("the user goes back", .wentBack(to: 3))
            test.expect("none is", test.clock.deadlines.isEmpty)
        }
    }

    @Test func `FG-GATHER-07 without a player list nothing is popped`() {
        var path = SceneStack<Route>([.login, .gather(.sample)])
        path.pop(toLast: { $0 == .playerList })
        #expect(path.routes == [.login, .gather(.sample)])
    }
}
