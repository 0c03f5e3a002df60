import CIS
import CISTesting
import Foundation
import GatherScenes
import Testing

/// Rules that are checked in many orders of events, even if actions are cancelled or requests fail.
///
/// A test makes 100 runs, or 10,000 with `ORDERS=10000`, as in CI. With 1,000 or more, it also says up to how many switches
/// every order was run.
@MainActor @Suite struct EveryOrderTests {
    private let orders = ProcessInfo.processInfo.environment["ORDERS"].flatMap(Int.init) ?? 100

    private func expectCompleteUpToTwoSwitches(_ result: Exploration) {
        let mustBe = result.failingSeed == nil && orders >= 1_000
        #expect(!mustBe || result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test
    func
        `FG-CONFIRM-04 FG-CONFIRM-05 however often Start Gather is tapped, there is one gather, with each player once`()
        async
    {
        let result = await explore(
            ConfirmScreen(), .init(.numbered(6)), seeds: orders, injecting: [.cancellations, .faults]
        ) { test in
            test.invariant("nobody is in two sections") { state in
                Team.allCases.flatMap { state.domainState[$0] }.map(\.id).sorted() == Array(1...6)
            }
            for move in makeTeams(of: 5) { await test.given(after: move) }
            await test.when(concurrently: .startTapped, .startTapped, .startTapped)
            test.then(\.isLoading == false, \.alert == nil)
            test.expect("one gather", test.worker.creating.calls.count == 1)
            test.expect("each player once", test.worker.joining.calls.map(\.player).sorted() == [1, 2, 3, 4, 5])
            test.expect(
                "team", test.worker.joining.calls.allSatisfy { ($0.team == .teamA) == [1, 3, 5].contains($0.player) })
        }
        // Sampled: five players are added in parallel, which alone has more than 2,000 orders without a switch.
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
    }

    @Test func `FG-CONFIRM-04 FG-CONFIRM-05 in every order with up to two switches, two taps start one gather of two`()
        async
    {
        let result = await explore(ConfirmScreen(), .init(.numbered(2)), switches: 2) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            await test.when(concurrently: .startTapped, .startTapped)
            test.then(\.isLoading == false, \.alert == nil)
            test.expect("one gather", test.worker.creating.calls.count == 1)
            test.expect("each player once", test.worker.joining.calls.map(\.player).sorted() == [1, 2])
        }
        #expect(result.failingSeed == nil && result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test
    func `FG-CONFIRM-05 whenever the user leaves while players are added, the list is shown, and nothing is left`()
        async
    {
        let result = await explore(App(), .init(), seeds: orders, injecting: [.cancellations, .faults]) { test in
            await test.logIn()
            await test.confirmTwo()
            let start = test.child(of: \.path, 3, as: ConfirmPlayers.self)?.execute(.startTapped)
            await test.when("the user goes back", .wentBack(to: 2))
            await test.settle()
            await start?.value
            test.then(\.path.routes == [.login, .playerList], \.alert == nil, \.loginAgain.isPresented == false)
            test.then(in: Screen.list, \.acceptsInput == true, \.alert == nil)
            test.expect("no request is under way", test.worker.joining.held.isEmpty)
            test.expect(
                "none twice", Set(test.worker.joining.calls.map(\.player)).count == test.worker.joining.calls.count)
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }

    @Test(arguments: [0, 1, 2])
    func `FG-API-21 whichever request finds that the token has expired, after a login the gather can start`(
        request: Int
    ) async {
        let result = await explore(App(), .init(), seeds: orders) { test in
            await test.logIn()
            await test.confirmTwo()
            let (creating, joining) = (test.worker.creating, test.worker.joining)
            if request == 0 { creating.always(.error(ServiceError.sessionEnded)) }
            if request == 2 { joining.answers(.value(())) }
            joining.always(.error(ServiceError.sessionEnded))
            test.worker.loggingIn.always(
                .compute { _ in
                    creating.always(.value(.uuid("U")))
                    joining.always(.value(()))
                })
            await test.when(in: Screen.confirm, inOrder: .startTapped, .startTapped)
            test.then(\.loginAgain.value == "ada", \.path.elements.count == 3)
            test.then(in: Screen.confirm, \.isLoading == false, \.alert == nil)
            await test.logInAgain()
            await test.when(in: Screen.confirm, inOrder: .startTapped, .startTapped)
            test.then(\.path.routes.last == .gather(.sample), \.path.elements.count == 4)
        }
        #expect(result.failingSeed == nil && result.orders > 1, "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }

    @Test
    func
        `FG-GATHER-07 FG-TIMER-04 whether the countdown or the user is first, the gather ends once, at no negative time`()
        async
    {
        let state = Gather.State(.sample, time: GatherTime(minutes: 0, seconds: 2))
        let result = await explore(GatherScreen(), state, seeds: orders, injecting: [.cancellations, .faults]) { test in
            test.invariant("no negative time") { $0.countdown.time.minutes >= 0 && $0.countdown.time.seconds >= 0 }
            test.invariant("it does not run at zero") { !$0.countdown.time.isOver || $0.countdown.status == .stopped }
            await test.given(after: .actionTapped, .endTapped)
            let end = test.scene.execute(.endConfirmed)
            await test.when(concurrently: .endConfirmed, .actionTapped, .scoreChanged(.teamA, 1))
            await test.clock.advance(by: .seconds(3))
            await test.settle()
            await end.value
            test.then(\.isLoading == false, \.alert == nil)
            test.expect("it is stored once", test.worker.ending.calls.count == 1)
            test.expect("zero or paused", test.state.countdown.time.isOver == (test.state.countdown.status == .stopped))
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }

    @Test func `FG-GATHER-07 D17 in whatever order a match is left, it is left after a question, and removed once`()
        async
    {
        let result = await explore(App(), .init(), seeds: orders, injecting: [.faults]) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("a goal", in: Screen.gather, .scoreChanged(.teamA, 1))
            await test.when(
                concurrently: .wentBack(to: 3), .leaveCancelled, .wentBack(to: 1), .linkOpened(.players), .sessionEnded,
                .loginDeclined)
            test.then(\.path.routes.last == .gather(.sample), \.domainState.username == "ada")
            test.then(in: Screen.gather, \.domainState.scoreA == 1)
            await test.when("it is left", .wentBack(to: 2))
            await test.when(concurrently: .leaveConfirmed, .wentBack(to: 3), .leaveConfirmed)
            await test.when(concurrently: .leaveConfirmed, .leaveConfirmed)
            test.then(\.domainState.match == nil, \.domainState.leaving == nil)
            test.expect("it is left", !test.state.path.routes.contains(.gather(.sample)))
            test.expect("removed once", test.worker.discarding.calls == ["U"])
        }
        // Sampled: six, three and two things at once have more than 4,000 orders without a switch.
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
    }

    @Test func `FG-GATHER-07 D17 in every order with up to two switches, a match that is left is removed once`() async {
        let result = await explore(App(), .init(), switches: 2) { test in
            await test.logIn()
            await test.confirmTwo()
            await test.start()
            await test.when("a goal", in: Screen.gather, .scoreChanged(.teamA, 1))
            await test.when("it is left", .wentBack(to: 2))
            await test.when(concurrently: .leaveConfirmed, .wentBack(to: 3), .leaveConfirmed)
            await test.when(.leaveConfirmed)
            test.then(\.domainState.match == nil, \.domainState.leaving == nil)
            test.expect("removed once", test.worker.discarding.calls == ["U"])
        }
        #expect(result.failingSeed == nil && result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test func `FG-LIST-13 FG-LIST-16 in whatever order the list is loaded and changed, a deleted player is not shown`()
        async
    {
        let result = await explore(
            ListScreen(), .init(players: .sample), seeds: orders, injecting: [.cancellations, .faults]
        ) { test in
            test.worker.deleting.always(
                .compute { [worker = test.worker] _ in worker.listing.always(.value([.ada, .cem])) })
            await test.given(after: .deleteTapped(2))
            await test.when(concurrently: .playerAdded, .deleteConfirmed, .retryTapped, .deleteConfirmed)
            test.then(\.activity == .none, \.players == [.ada, .cem], \.alert == nil)
            test.expect("deleted once", test.worker.deleting.calls == [2])
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }

    @Test func `FG-LIST-17 D20 in whatever order the list is loaded and a player edited, the edit is shown`() async {
        var edited = Player.ada
        edited.age = 31
        let players: [Player] = [edited, .ben, .cem]
        let result = await explore(App(), .init(), seeds: orders) { test in
            test.worker.updating.always(
                .compute { [worker = test.worker] in
                    worker.listing.always(.value(players))
                    return $0
                })
            await test.logIn()
            await test.when("a link is opened", .linkOpened(.player(1, .age)))
            await test.when("31 is typed", in: Screen.edit, .edited(FieldChange(\.text, "31")))
            await test.when(
                overlapping: .action(.retryTapped, in: Screen.list), .action(.doneTapped, in: Screen.edit))
            await test.when("the list appears", in: Screen.list, .appeared)
            test.then(in: Screen.list, \.players == players, \.acceptsInput == true)
        }
        #expect(result.failingSeed == nil && result.orders > 1, "\(result.summary)")
    }
}
