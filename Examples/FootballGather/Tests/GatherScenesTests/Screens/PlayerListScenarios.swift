import CISTesting
import GatherScenes
import Testing

/// FG-LIST-01 to FG-LIST-10: what is shown, and how players are selected.
@MainActor @Suite(.checkingEverything) struct PlayerListScenarios {
    private static let loaded: [PlayerList.Mutation] = [.loadBegan, .loaded(.sample)]

    @Test func `FG-LIST-01 FG-LIST-02 FG-LIST-03 the players are loaded when the screen appears; input waits for them`()
        async
    {
        await given("a new screen", ListScreen(), .init()) { test in
            test.worker.listing.always(.wait)
            test.then("nobody can be selected", \.title == "Players", \.modeButton.isEnabled == false)
            await test.when("it appears", .appeared)
            test.then(
                "the buttons wait", \.activity == .loading, \.acceptsInput == false, \.bottomButton.isEnabled == false,
                mutations: [.loadBegan])
            test.worker.listing.release(.value(.sample))
            await test.settle()
            test.then(
                "three rows", \.activity == .none, \.players == .sample, \.domainState.hasLoaded == true,
                \.modeButton.isEnabled == true,
                \.modeButton.caption == "Select", \.bottomButton.caption == "Add player",
                \.bottomButton.isEnabled == true, test.worker.listing == [()], mutations: Self.loaded)
        }
    }

    @Test func `FG-LIST-03 a row: name, position and skill in words`() async {
        await given("three players", ListScreen(), .init(players: .sample), checking: .written) { test in
            test.then("their names", \.names == ["Ada", "Ben", "Cem"])
            test.then(\.positions == ["Position: Goalkeeper", "Position: Winger", "Position: unknown"])
            test.then(
                "Cem is not known well", \.skills == ["Skill: Amateur", "Skill: Beginner", "Skill: unknown"],
                \.ticks == [nil, nil, nil])
        }
    }

    @Test func `FG-LIST-03 FG-LIST-05 FG-UI-03 without players there is a text, and 'Retry' loads again`() async {
        await given("a user without players", ListScreen(), .init()) { test in
            test.worker.listing.answers(.value([]), .wait)
            await test.when("the screen appears", .appeared)
            test.then(
                "the text", \.emptyText == Wording.PlayerList.noPlayers, \.emptiness == .noPlayers,
                \.modeButton.isEnabled == false,
                \.domainState.hasLoaded == true, test.worker.listing == [()], mutations: [.loadBegan, .loaded([])])
            await test.when("'Retry' is tapped", .retryTapped)
            test.then(
                "it is gone", \.emptiness == nil, \.activity == .loading, \.domainState.hasLoaded == false,
                mutations: [.loadBegan])
            test.worker.listing.release(.value(.sample))
            await test.settle()
            test.then(
                "three rows", \.activity == .none, \.players == .sample, \.domainState.hasLoaded == true,
                test.worker.listing == [()], mutations: Self.loaded)
        }
    }

    @Test func `FG-LIST-04 a failure to load shows why, and the players stay`() async {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            test.worker.listing.always(.error(ServiceError.unexpectedResponse))
            await test.when("they are loaded again", .retryTapped)
            test.then(
                "an alert",
                \.alert == Alert(title: "Error", message: "Something went wrong on the server. Please try again."),
                \.problem == .request(.unexpectedResponse),
                \.players == .sample, \.acceptsInput == true, \.emptiness == nil,
                test.worker.listing == [()], mutations: [.loadBegan, .loadFailed(.error(.unexpectedResponse))])
            await test.when("'OK' is tapped", .alertDismissed)
            test.then("it is gone", \.problem == nil, mutations: [.alertDismissed])
        }
    }

    @Test func `FG-LIST-04 where nothing could be loaded, 'Retry' is there`() async {
        await given("the server is away", ListScreen(), .init(), checking: .written) { test in
            test.worker.listing.answers(.error(ServiceError.noConnection))
            await test.when("the screen appears", .appeared)
            test.then("a text with 'Retry'", \.emptyText == "The players could not be loaded.")
            await test.when("'OK' and 'Retry' are tapped", .alertDismissed, .retryTapped)
            test.then("three rows", \.rows.count == 3, \.emptiness == nil)
        }
    }

    @Test func `FG-LIST-06 the screen appears again without a request`() async {
        await given("three players were loaded", ListScreen(), .init()) { test in
            await test.given(after: .appeared)
            await test.when("it appears again", .appeared)
            test.then("no request", \.players == .sample, mutations: [])
        }
    }

    @Test func `FG-LIST-07 a tap on a row opens its player`() async {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            await test.when("Ben's row is tapped", .rowTapped(2))
            test.then(
                "his details", \.selected == [], mutations: [.rowTapped(2)], outputs: [.playerChosen(.ben)])
            await test.when("a row below the last one is tapped", .rowTapped(9))
            test.then("nothing", mutations: [.rowTapped(9)], outputs: [])
        }
    }

    @Test func `FG-LIST-08 FG-LIST-09 selecting counts in the title, and needs two`() async {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            await test.when("'Select' is tapped", .modeTapped)
            test.then(
                "boxes, none ticked", \.mode == .selection, \.title == "0 selected", \.modeButton.caption == "Cancel",
                \.bottomButton.caption == "Confirm players", \.bottomButton.isEnabled == false,
                \.ticks == [false, false, false], mutations: [.modeTapped])
            await test.when("a row is tapped", .rowTapped(3))
            test.then(
                "one is not enough", \.selected == [3], \.title == "1 selected", \.bottomButton.isEnabled == false,
                mutations: [.rowTapped(3)])
            await test.when("another one", .rowTapped(1))
            test.then(
                "two are", \.selected == [1, 3], \.bottomButton.isEnabled == true,
                \.ticks == [true, false, true], mutations: [.rowTapped(1)])
            await test.when("it is tapped again", .rowTapped(1))
            test.then(
                "one again", \.selected == [3], \.title == "1 selected", \.bottomButton.isEnabled == false,
                mutations: [.rowTapped(1)])
        }
    }

    @Test func `FG-LIST-09 FG-LIST-10 leaving the selection clears it, also for the next one`() async {
        await given("two are selected", ListScreen(), .init(players: .sample)) { test in
            await test.given(after: .modeTapped, .rowTapped(1), .rowTapped(2))
            await test.when("'Cancel' is tapped", .modeTapped)
            test.then(
                "the list as before", \.mode == .list, \.selected == [], \.title == "Players",
                \.bottomButton.caption == "Add player", \.bottomButton.isEnabled == true, mutations: [.modeTapped])
            await test.when("'Select' is tapped", .modeTapped)
            test.then("nobody", \.mode == .selection, \.title == "0 selected", mutations: [.modeTapped])
        }
    }

    @Test func `FG-LIST-11 the button below adds a player, or confirms those selected in the order of the rows`() async
    {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            await test.when("'Add player' is tapped", .bottomTapped)
            test.then("the screen that adds", \.mode == .list, mutations: [.bottomTapped], outputs: [.addChosen])
            await test.given(after: .modeTapped, .rowTapped(3))
            await test.when("'Confirm players' is tapped with one", .bottomTapped)
            test.then("nothing", mutations: [.bottomTapped], outputs: [])
            await test.given(after: .rowTapped(1))
            await test.when("it is tapped with two", .bottomTapped)
            test.then(
                "the screen that makes teams", mutations: [.bottomTapped], outputs: [.playersChosen([.ada, .cem])])
        }
    }
}
