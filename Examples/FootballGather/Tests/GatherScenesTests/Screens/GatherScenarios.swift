import CISTesting
import GatherScenes
import Testing

/// FG-GATHER-01 to FG-GATHER-09: score, end and time picker.
@MainActor @Suite(.checkingEverything) struct GatherScenarios {
    private static let failure = Alert(title: "Error", message: "Unable to end gather. Please try again.")

    @Test func `FG-GATHER-01 FG-GATHER-02 score zero, ten minutes, 'Start', both teams, no panel`() async {
        await given("a gather", GatherScreen(), .init(.sample), checking: .written) { test in
            test.then(
                "nothing has happened yet", \.domainState.scoreA == 0, \.domainState.scoreB == 0,
                \.countdown.time.text == "10:00", \.countdown.actionButton.caption == "Start", \.picker == nil)
            test.expect("Ada in Team A", test.state.rows(of: .teamA).map(\.position) == ["GK"])
            test.expect("Ben in Team B", test.state.rows(of: .teamB).map(\.name) == ["Ben"])
        }
    }

    @Test func `FG-GATHER-03 each team has its score, from 0 to 100, and the bench has none`() async {
        await given("a gather", GatherScreen(), .init(.sample), checking: .written) { test in
            await test.when("goals are counted", .scoreChanged(.teamA, 3), .scoreChanged(.teamB, 1))
            test.then("3 to 1", \.domainState.scoreA == 3, \.domainState.scoreB == 1)
            await test.when("the bench scores", .scoreChanged(.bench, 9))
            test.then("nothing changes", \.domainState.scoreA == 3, \.domainState.scoreB == 1)
            await test.when("more and less than possible", .scoreChanged(.teamA, 101), .scoreChanged(.teamB, -1))
            test.then("the limits", \.domainState.scoreA == 100, \.domainState.scoreB == 0)
        }
    }

    @Test func `FG-GATHER-04 ending needs to be confirmed`() async {
        await given("a gather", GatherScreen(), .init(.sample)) { test in
            await test.when("'Yes' comes without a question", .endConfirmed)
            test.then("nothing", \.isLoading == false, mutations: [])
            await test.when("'End Gather' is tapped", .endTapped)
            test.then("the question", \.domainState.asksToEnd == true, mutations: [.endTapped])
            await test.when("'Cancel' is tapped", .endCancelled)
            test.then("it is gone", \.domainState.asksToEnd == false, mutations: [.endCancelled])
        }
    }

    @Test(arguments: [(1, 1, "None"), (2, 1, "Team A"), (1, 10, "Team B"), (0, 0, "None")])
    func `FG-GATHER-05 FG-GATHER-06 FG-GATHER-07 score and winner are stored, and the gather ends`(
        scoreA: Int, scoreB: Int, winner: String
    ) async {
        await given("a question to confirm", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .scoreChanged(.teamA, scoreA), .scoreChanged(.teamB, scoreB), .endTapped)
            test.worker.ending.always(.wait)
            await test.when("'Yes' is tapped twice", inOrder: .endConfirmed, .endConfirmed)
            test.then(
                "the overlay", \.isLoading == true, \.domainState.asksToEnd == false, mutations: [.endBegan])
            test.worker.ending.release(.value(()))
            await test.settle()
            test.then(
                "it has ended, once", \.isLoading == false,
                test.worker.ending == [("U", "\(scoreA)-\(scoreB)", winner)],
                mutations: [.endBegan, .ended], outputs: [.gatherEnded])
        }
    }

    @Test func `FG-GATHER-08 FG-NET-13 a failure to end says so, and trying again sends the same`() async {
        await given("a question to confirm", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .endTapped)
            test.worker.ending.answers(.error(ServiceError.noConnection))
            await test.when("'Yes' is tapped", .endConfirmed)
            test.then(
                "an alert", \.alert == Self.failure, \.problem == .notEnded, \.isLoading == false,
                \.domainState.asksToEnd == false,
                test.worker.ending == [("U", "0-0", "None")],
                mutations: [.endBegan, .endFailed(.error(.noConnection))])
            await test.when("'OK', 'End Gather', 'Yes'", .alertDismissed, .endTapped, .endConfirmed)
            test.then(
                "it has ended", \.problem == nil, test.worker.ending == [("U", "0-0", "None")],
                mutations: [.alertDismissed, .endTapped, .endBegan, .ended], outputs: [.gatherEnded])
        }
    }

    @Test func `FG-GATHER-09 FG-TIMER-07 the picker has minutes and seconds, and opens at the time that is left`() async
    {
        #expect(TimeComponent.allCases == [.minutes, .seconds] && TimeComponent.rows.count == 60)
        #expect(TimeComponent.minutes.title(of: 0) == "0 min" && TimeComponent.seconds.title(of: 59) == "59 sec")
        await given("a gather of 3:07", GatherScreen(), .init(.sample, time: .init(minutes: 3, seconds: 7))) { test in
            await test.when("'Set' is tapped", .setTapped)
            test.then(
                "the panel", \.picker == .init(minutes: 3, seconds: 7), \.countdown.time.text == "03:07",
                mutations: [.setTapped])
        }
    }

    @Test(arguments: [[TimeComponent.minutes], [.seconds], []])
    func `FG-GATHER-09 FG-TIMER-08 with a missing component the time stays as it is`(components: [TimeComponent]) async
    {
        await given("a picker that is not complete", GatherScreen(), .init(.sample, components: components)) { test in
            await test.given(after: .setTapped, .picked(.minutes, 1), .picked(.seconds, 1))
            await test.when("'Done' is tapped", .pickerDone)
            test.then(
                "ten minutes, no panel", \.picker == nil, \.countdown.time == .standard, mutations: [.pickerDone])
        }
    }

    @Test func `FG-GATHER-07 FG-UI-01 while the gather is being ended, taps have no effect, and the time goes on`()
        async
    {
        await given("it is being ended", GatherScreen(), .init(.sample), checking: .written) { test in
            test.worker.ending.always(.wait)
            await test.given(after: .actionTapped, .endTapped)
            await test.when("'Yes' is tapped", .endConfirmed)
            await test.when(
                "everything is tapped", .scoreChanged(.teamA, 1), .actionTapped, .resetTapped, .setTapped)
            await test.clock.advance(by: .seconds(2))
            test.then(
                "nothing happens but time", \.domainState.scoreA == 0, \.countdown.status == .running,
                \.picker == nil, \.countdown.time.text == "09:58")
            test.worker.ending.release(.value(()))
            await test.settle()
        }
    }
}
