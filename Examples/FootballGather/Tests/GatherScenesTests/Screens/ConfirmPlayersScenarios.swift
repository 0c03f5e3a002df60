import CISTesting
import GatherScenes
import Testing

/// FG-CONFIRM-01 to FG-CONFIRM-10: making teams, and starting a gather.
@MainActor @Suite(.checkingEverything) struct ConfirmPlayersScenarios {
    private static let failure = Alert(title: "Error", message: "Unable to create gather.")

    @Test func `FG-CONFIRM-01 FG-MOD-03 FG-MOD-06 all players start on the bench`() async {
        await given("three players", ConfirmScreen(), .init(.sample), checking: .written) { test in
            test.expect("three sections", Team.allCases.map(\.title) == ["Bench", "Team A", "Team B"])
            test.expect("all on the bench", test.state.rows(of: .bench).map(\.name) == ["Ada", "Ben", "Cem"])
            test.expect("their positions", test.state.rows(of: .bench).map(\.position) == ["GK", "W", ""])
            test.then("nothing can start", \.startButton.isEnabled == false, \.startButton.caption == "Start Gather")
        }
    }

    @Test func `FG-CONFIRM-02 FG-CONFIRM-03 players are moved between sections and within them`() async {
        await given("three players", ConfirmScreen(), .init(.sample), checking: .written) { test in
            await test.when("Ben goes to Team A", .moved(from: .init(.bench, 1), to: .init(.teamA, 5)))
            test.then(
                "he is the only one there", \.domainState.bench == [.ada, .cem], \.domainState.teamA == [.ben],
                \.startButton.isEnabled == false)
            await test.when("Cem goes before him", .moved(from: .init(.bench, 1), to: .init(.teamA, 0)))
            test.then("in this order", \.domainState.teamA == [.cem, .ben])
            await test.when("Cem goes below him", .moved(from: .init(.teamA, 0), to: .init(.teamA, 1)))
            test.then("in that order", \.domainState.teamA == [.ben, .cem])
            await test.when("Cem goes to Team B", .moved(from: .init(.teamA, 1), to: .init(.teamB, 0)))
            test.then(
                "a gather can start; Ada stays on the bench", \.domainState.teamB == [.cem],
                \.domainState.bench == [.ada], \.startButton.isEnabled == true)
            await test.when("Cem goes back", .moved(from: .init(.teamB, 0), to: .init(.bench, 0)))
            test.then("no gather", \.domainState.bench == [.cem, .ada], \.startButton.isEnabled == false)
        }
    }

    @Test func `FG-CONFIRM-02 a row outside the sections moves nobody`() async {
        await given("three players", ConfirmScreen(), .init(.sample), checking: .written) { test in
            await test.when(
                "rows outside the sections are moved", .moved(from: .init(.bench, 3), to: .init(.teamA, 0)),
                .moved(from: .init(.teamB, 0), to: .init(.teamA, 0)),
                .moved(from: .init(.bench, 0), to: .init(.teamA, -1)),
                .moved(from: .init(.bench, -1), to: .init(.teamA, 0)))
            test.then("all are where they were", \.domainState.bench == .sample, \.domainState.teamA == [])
        }
    }

    @Test
    func
        `FG-CONFIRM-04 FG-CONFIRM-05 FG-CONFIRM-06 FG-MOD-07 starting creates a gather and adds the players of both teams`()
        async
    {
        await given("Ada against Ben, Cem on the bench", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.joining.always(.wait)
            await test.when("'Start Gather' is tapped", .startTapped)
            test.then("the overlay, and both requests", \.isLoading == true, \.startButton.isEnabled == false)
            test.expect("at the same time", test.worker.joining.held.count == 2)
            for _ in 0..<2 { test.worker.joining.release(.value(())) }
            await test.settle()
            test.then(
                "the gather: Team A, then Team B", \.isLoading == false, test.worker.creating == [.numbered(1)],
                mutations: [.began(Attempt(GatherModel.sample.players, key: .numbered(1))), .started(.sample)],
                outputs: [.gatherStarted(.sample)])
            test.expect(
                "each with its team",
                Set(test.worker.joining.calls.map { "\($0)" })
                    == Set([Joining(1, .teamA, "U"), Joining(2, .teamB, "U")].map { "\($0)" }))
        }
    }

    @Test func `FG-CONFIRM-05 of ten players four are added at the same time, and each of them once`() async {
        await given("ten players in two teams", ConfirmScreen(), .init(.numbered(10)), checking: .written) { test in
            for move in makeTeams(of: 10) { await test.given(after: move) }
            test.worker.joining.always(.wait)
            await test.when("'Start Gather' is tapped", .startTapped)
            test.expect("four requests", test.worker.joining.held.count == 4)
            for _ in 0..<10 {
                test.worker.joining.release(.value(()))
                await test.settle()
                test.expect("never more", test.worker.joining.held.count <= 4)
            }
            test.then("it has started", outputs: [.gatherStarted(test.gather)])
            test.expect("each once", test.worker.joining.calls.map(\.player).sorted() == Array(1...10))
        }
    }

    @Test func `FG-CONFIRM-04 FG-CONFIRM-07 an integer for an id is a failure, and nobody is added`() async {
        await given("two teams", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.creating.always(.value(.integer(7)))
            await test.when("'Start Gather' is tapped", .startTapped)
            test.then("an alert", \.alert == Self.failure, \.isLoading == false, test.worker.joining == [])
        }
    }

    @Test
    func `FG-CONFIRM-07 D20 D22 a player who was deleted elsewhere is said to be the reason, and the list hears of it`()
        async
    {
        await given("two teams", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.joining.always(.error(ServiceError.playerDeleted))
            await test.when("'Start Gather' is tapped", .startTapped)
            test.then(
                "the reason", \.problem == .request(.playerDeleted), \.isLoading == false, outputs: [.playerMissed])
        }
    }

    @Test func `FG-CONFIRM-07 FG-CONFIRM-08 FG-CONFIRM-09 after a failure nobody is added to an earlier gather`() async
    {
        await given("two teams", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.creating.answers(.value(.uuid("OLD")), .error(ServiceError.noConnection), .value(.uuid("U")))
            test.worker.joining.answers(.error(ServiceError.noConnection), .wait)
            await test.when("'Start Gather' is tapped, and a player is not added", .startTapped)
            test.then("an alert, and no gather", \.alert == Self.failure, outputs: [])
            await test.when("it is tapped again, and no gather is created", .alertDismissed, .startTapped)
            test.then("an alert, and nobody is added to the old one", \.alert == Self.failure, outputs: [])
            test.expect("no request since", test.worker.joining.calls.allSatisfy { $0.gather == "OLD" })
            await test.when("it is tapped again", .alertDismissed, .startTapped)
            test.then("the new one", outputs: [.gatherStarted(.sample)])
            test.expect("with both players", test.worker.joining.calls.suffix(2).allSatisfy { $0.gather == "U" })
        }
    }

    @Test func `FG-CONFIRM-07 FG-CONFIRM-09 a second start sends the key of the first, unless the teams are others`()
        async
    {
        await given("two teams", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.creating.always(.error(ServiceError.noConnection))
            let cem = ConfirmPlayers.Action.moved(from: .init(.bench, 0), to: .init(.teamA, 1))
            await test.when("'Start Gather' is tapped, and there is no answer", .startTapped, .alertDismissed)
            await test.when(
                "it is tapped again, after Cem has come and gone", cem,
                .moved(from: .init(.teamA, 1), to: .init(.bench, 0)), .startTapped, .alertDismissed)
            await test.when("Cem comes, and it is tapped", cem, .startTapped, .alertDismissed)
            test.worker.creating.always(.value(.uuid("U")))
            await test.when("it is tapped again", .startTapped)
            test.expect(
                "each pair of teams has one key", test.worker.creating.calls.map(\.text) == ["1", "1", "2", "2"])
            await test.when("the gather has ended, and the same teams start again", .gatherEnded, .startTapped)
            test.expect("another gather, with a key of its own", test.worker.creating.calls.last == .numbered(3))
        }
    }

    @Test func `FG-CONFIRM-05 FG-CONFIRM-07 the first failure cancels the other requests`() async {
        await given("ten players in two teams", ConfirmScreen(), .init(.numbered(10)), checking: .written) { test in
            for move in makeTeams(of: 10) { await test.given(after: move) }
            test.worker.joining.always(.wait)
            await test.when("'Start Gather' is tapped", .startTapped)
            test.worker.joining.release(.error(ServiceError.noConnection))
            await test.settle()
            test.then("an alert", \.alert == Self.failure, \.isLoading == false)
            test.expect("no further request", test.worker.joining.held.isEmpty && test.worker.joining.calls.count == 4)
        }
    }

    @Test func `FG-CONFIRM-03 FG-CONFIRM-04 FG-UI-01 a second tap starts nothing, and nobody is moved meanwhile`() async
    {
        await given("two teams", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            test.worker.creating.always(.wait)
            let what = await test.when("'Start Gather' is tapped twice", inOrder: .startTapped, .startTapped)
            test.expect("the second is dropped", what.drops.map(\.reason) == [.busy])
            await test.when("Cem is moved", .moved(from: .init(.bench, 0), to: .init(.teamA, 0)))
            test.then("he stays", \.domainState.bench == [.cem])
            test.worker.creating.release(.value(.uuid("U")))
            await test.settle()
            test.then("one gather", test.worker.creating == [.numbered(1)])
        }
    }

    @Test
    func `FG-CONFIRM-09 coming back and starting again goes on with the gather of these teams; others get a new one`()
        async
    {
        await given("a gather was started", ConfirmScreen(), .init(.sample), checking: .written) { test in
            for move in makeTeams(of: 2) { await test.given(after: move) }
            await test.given(after: .startTapped)
            await test.when("'Start Gather' is tapped again", .startTapped)
            test.then("the same gather, no request", outputs: [.gatherStarted(.sample)], calls: [])
            await test.when(
                "Cem joins, and it is tapped again", .moved(from: .init(.bench, 0), to: .init(.teamA, 1)), .startTapped)
            test.then("a new one", outputs: [.gatherStarted(test.gather)])
            test.expect("two gathers in all", test.worker.creating.calls.count == 2)
        }
    }

    @Test func `FG-CONFIRM-10 the end of a gather is passed on`() async {
        await given("three players", ConfirmScreen(), .init(.sample)) { test in
            await test.when("the gather has ended", .gatherEnded)
            test.then("nothing changes here", \.isLoading == false, mutations: [.gatherEnded], outputs: [.gatherEnded])
        }
    }
}

@MainActor extension SceneTest where Fixture == ConfirmScreen {
    /// The gather of the current teams.
    fileprivate var gather: GatherModel {
        GatherModel(
            id: "U",
            players: state.domainState.teamA.map { TeamPlayer($0, in: .teamA) }
                + state.domainState.teamB.map { TeamPlayer($0, in: .teamB) })
    }
}
