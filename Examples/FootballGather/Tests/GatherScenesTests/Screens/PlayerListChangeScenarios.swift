import CIS
import CISTesting
import GatherScenes
import Testing

/// FG-LIST-02, FG-LIST-12 to FG-LIST-17: what changes the list.
@MainActor @Suite(.checkingEverything) struct PlayerListChangeScenarios {
    @Test func `FG-LIST-12 deleting needs to be confirmed, and is not offered while players are selected`() async {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            await test.when("Ben is to be deleted", .deleteTapped(2))
            test.then(
                "the question, with the name", \.domainState.deletion == 2,
                \.deletion?.message == "Are you sure you want to delete “Ben”?", mutations: [.deleteTapped(2)])
            await test.when("'Cancel' is tapped", .deleteCancelled)
            test.then("nothing happens", \.domainState.deletion == nil, mutations: [.deleteCancelled])
            await test.when("'Delete' is tapped without a question", .deleteConfirmed)
            test.then("nothing happens", \.players == .sample, mutations: [])
            await test.given(after: .modeTapped)
            await test.when("Ben is to be deleted", .deleteTapped(2))
            test.then("no question", \.domainState.deletion == nil, mutations: [.deleteTapped(2)])
        }
    }

    @Test func `FG-LIST-12 'Cancel' closes the question also while the players are loaded`() async {
        await given("Ben is to be deleted", ListScreen(), .init(players: .sample), checking: .written) { test in
            await test.given(after: .deleteTapped(2))
            test.worker.listing.always(.wait)
            await test.when("the list is loaded, and 'Cancel' is tapped", .retryTapped, .deleteCancelled)
            test.then("no question", \.domainState.deletion == nil, \.activity == .loading)
            test.worker.listing.release(.value(.sample))
            await test.settle()
        }
    }

    @Test func `FG-LIST-13 a confirmed player is deleted, once`() async {
        await given("Ben is to be deleted", ListScreen(), .init(players: .sample)) { test in
            await test.given(after: .deleteTapped(2))
            test.worker.deleting.always(.wait)
            await test.when("'Delete' is tapped twice", inOrder: .deleteConfirmed, .deleteConfirmed)
            test.then(
                "the overlay", \.activity == .deleting, \.domainState.deletion == nil, mutations: [.deletionBegan])
            test.worker.deleting.release(.value(()))
            await test.settle()
            test.then(
                "two rows", \.activity == .none, \.ids == [1, 3], \.players == [.ada, .cem],
                test.worker.deleting == [2], mutations: [.deletionBegan, .deleted(2)])
        }
    }

    @Test func `FG-LIST-13 after the last one is deleted the text is there, and nobody can be selected`() async {
        await given("one player", ListScreen(), .init(players: [.ada])) { test in
            await test.given(after: .deleteTapped(1))
            await test.when("'Delete' is tapped", .deleteConfirmed)
            test.then(
                "the text", \.emptyText == Wording.PlayerList.noPlayers, \.emptiness == .noPlayers,
                \.players == [],
                \.domainState.deletion == nil, \.modeButton.isEnabled == false, test.worker.deleting == [1],
                mutations: [.deletionBegan, .deleted(1)])
        }
    }

    @Test func `FG-LIST-14 a failure to delete shows why, without overlay, and the row stays`() async {
        await given("Ben is to be deleted", ListScreen(), .init(players: .sample)) { test in
            await test.given(after: .deleteTapped(2))
            test.worker.deleting.always(.error(ServiceError.busy))
            await test.when("'Delete' is tapped", .deleteConfirmed)
            test.then(
                "an alert",
                \.alert == Alert(title: "Error", message: "The server is busy. Please try again in a moment."),
                \.problem == .request(.busy), \.activity == .none,
                \.rows.count == 3, \.domainState.deletion == nil,
                test.worker.deleting == [2], mutations: [.deletionBegan, .deletionFailed(.error(.busy))])
        }
    }

    @Test func `FG-LIST-14 D20 a second try, after the answer was lost, shows that the player is gone`() async {
        await given("Ben is to be deleted", ListScreen(), .init(players: .sample), checking: .written) { test in
            await test.given(after: .deleteTapped(2))
            test.worker.deleting.answers(.error(ServiceError.noConnection), .error(ServiceError.playerDeleted))
            test.worker.listing.always(.value([.ada, .cem]))
            await test.when("'Delete' is tapped, and again", .deleteConfirmed, .deleteTapped(2), .deleteConfirmed)
            test.then("two rows", \.ids == [1, 3], \.activity == .none, \.domainState.hasLoaded == true)
        }
    }

    @Test func `FG-LIST-14 D20 after a deletion without an answer the list is loaded, also behind an edit`() async {
        await given("three players", ListScreen(), .init(), checking: .written) { test in
            await test.given(after: .appeared, .deleteTapped(2))
            test.worker.deleting.always(.error(ServiceError.noConnection))
            await test.when(
                "the answer is lost, a player was edited, and the list appears",
                .deleteConfirmed, .changeSent, .playerEdited(.ada), .appeared)
            test.then("it is loaded", \.domainState.hasLoaded == true, test.worker.listing == [()])
        }
    }

    @Test func `FG-LIST-04 D20 a list that could not be loaded after a change is loaded later, also behind an edit`()
        async
    {
        await given("three players", ListScreen(), .init(), checking: .written) { test in
            await test.given(after: .appeared, .changeSent)
            test.worker.listing.answers(.error(ServiceError.noConnection), .value([.ada, .cem]))
            await test.when(
                "it cannot be loaded, another player is edited, and it appears again",
                .appeared, .alertDismissed, .changeSent, .playerEdited(.ada), .appeared)
            test.then("two rows", \.ids == [1, 3], \.domainState.hasLoaded == true)
        }
    }

    @Test func `FG-LIST-02 FG-UI-01 while a request is under way, taps have no effect`() async {
        await given("the list is loading", ListScreen(), .init(players: .sample), checking: .written) { test in
            test.worker.listing.always(.wait)
            await test.when("'Retry' is tapped", .retryTapped)
            await test.when(
                "everything is tapped", .rowTapped(1), .modeTapped, .bottomTapped, .deleteTapped(1))
            test.then("nothing happens", \.mode == .list, \.domainState.deletion == nil, outputs: [])
            test.worker.listing.release(.value(.sample))
            await test.settle()
        }
    }

    @Test func `FG-LIST-15 after a gather nobody is selected any more`() async {
        await given("two are selected", ListScreen(), .init(players: .sample)) { test in
            await test.given(after: .modeTapped, .rowTapped(1), .rowTapped(2))
            await test.when("the gather has ended", .gatherEnded)
            test.then(
                "the list as before", \.mode == .list, \.selected == [], \.title == "Players",
                \.modeButton.caption == "Select", mutations: [.gatherEnded])
        }
    }

    @Test
    func `FG-LIST-06 D20 a list whose answers have not all arrived is loaded when it is shown again, and only then`()
        async
    {
        await given("three players", ListScreen(), .init(), checking: .written) { test in
            await test.given(after: .appeared, .changeSent)
            await test.when("the list appears", .appeared)
            test.then("it is loaded", \.domainState.isOutdated == false, test.worker.listing == [()])
            await test.when(
                "a change is sent, and answered, and the list appears", .changeSent, .playerEdited(.ada), .appeared)
            test.then("no request", test.worker.listing == [])
        }
    }

    @Test func `FG-LIST-03 D20 a search shows the players whose name contains it, and forgets nobody who was selected`()
        async
    {
        await given("three players", ListScreen(), .init(players: .sample), checking: .written) { test in
            await test.given(after: .modeTapped, .rowTapped(1))
            await test.when("“E” is typed", .edited(FieldChange(\.text, "E")))
            test.then("two", \.names == ["Ben", "Cem"], \.nobodyFound == nil, \.title == "1 selected")
            await test.when("“x” is typed", .edited(FieldChange(\.text, "x")))
            test.then("nobody", \.names == [], \.nobodyFound == "No player’s name contains “x”.", \.emptiness == nil)
            await test.when("nothing is", .edited(FieldChange(\.text, "")))
            test.then("all", \.ticks == [true, false, false])
            await test.when(
                "'Cancel', a search, 'Add player'", .modeTapped, .edited(FieldChange(\.text, "x")), .bottomTapped)
            test.then("it ends, so that the new one is seen", \.names == ["Ada", "Ben", "Cem"], outputs: [.addChosen])
        }
    }

    @Test func `FG-LIST-16 after a player was added everything is loaded`() async {
        await given("one player", ListScreen(), .init(players: [.ada])) { test in
            await test.when("a player was added", .playerAdded)
            test.then(
                "three rows", \.players == .sample, \.domainState.hasLoaded == true,
                test.worker.listing == [()],
                mutations: [.loadBegan, .loaded(.sample)])
        }
    }

    @Test func `FG-LIST-17 an edited player is replaced, one that is not there is ignored`() async {
        await given("three players", ListScreen(), .init(players: .sample)) { test in
            let edited = Player(id: 2, name: "Benno")
            await test.when("Ben was edited", .playerEdited(edited))
            test.then(
                "his row is new", \.players == [.ada, edited, .cem], mutations: [.playerEdited(edited)])
            await test.when("somebody else was", .playerEdited(.numbered(9)))
            test.then("nothing changes", \.rows.count == 3, mutations: [.playerEdited(.numbered(9))])
        }
    }

    @Test func `FG-LIST-17 D20 players that were requested before an edit are not shown after it`() async {
        await given("three players", ListScreen(), .init(players: .sample), checking: .written) { test in
            let edited = Player(id: 2, name: "Benno")
            test.worker.listing.answers(.wait, .value([.ada, edited]))
            await test.when("the list is loaded, and Ben is edited", .retryTapped, .changeSent, .playerEdited(edited))
            test.worker.listing.release(.value(.sample))
            await test.when("the answer arrives")
            test.then("his row is new", \.players == [.ada, edited, .cem], \.acceptsInput == true)
            await test.when("the list appears", .appeared)
            test.then("it is loaded", \.players == [.ada, edited], \.domainState.hasLoaded == true)
        }
    }

    @Test func `FG-LIST-16 who is not there any more is not selected either`() async {
        await given("two are selected", ListScreen(), .init(players: .sample), checking: .written) { test in
            await test.given(after: .modeTapped, .rowTapped(1), .rowTapped(2))
            test.worker.listing.always(.value([.ada, .cem]))
            await test.when("the list is loaded without one of them", .retryTapped)
            test.then("one is left", \.selected == [1], \.title == "1 selected", \.bottomButton.isEnabled == false)
        }
    }
}
