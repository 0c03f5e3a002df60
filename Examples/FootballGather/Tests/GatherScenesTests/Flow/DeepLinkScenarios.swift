import CIS
import CISTesting
import GatherScenes
import Testing

/// Links into the app.
@MainActor @Suite struct DeepLinkScenarios {
    @Test(arguments: [
        ("players", DeepLink.players), ("players/add", .add), ("players/5", .player(5, nil)),
        ("players/5/position", .player(5, .position)), ("players/confirm/5,7", .confirm([5, 7])),
    ])
    func `FG-LIST-07 each screen but the gather has a link`(path: String, link: DeepLink) {
        #expect(DeepLink(path) == link)
    }

    @Test(arguments: [
        "", "/", "player", "players/", "players/x", "players/5/", "players/5/size", "players/5/age/1",
        "players/confirm",
        "players/confirm/", "players/confirm/5", "players/confirm/5,", "players/confirm/5,5", "players/confirm/a,b",
        "players/add/1",
        "players/99999999999999999999", "players/../users",
    ])
    func `FG-LIST-07 what names no screen is no link`(path: String) {
        #expect(DeepLink(path) == nil)
    }

    @Test func `FG-LIST-07 of 10,000 texts each names no screen, or the one that its path names, too`() {
        let parts = [
            "players", "players", "add", "confirm", "5", "-7", "+7", "5,7", "5,5", "7,,5", "age", "Age", "", "%",
            "\u{0}", "한", "99999999999999999999",
        ]
        var links = 0
        for _ in 1...10_000 {
            let text = (0..<Int.random(in: 0...4)).compactMap { _ in parts.randomElement() }.joined(separator: "/")
            guard let link = DeepLink(text) else { continue }
            links += 1
            #expect(DeepLink(link.path) == link, "\(text)")
        }
        #expect(links > 0)
    }

    @Test func `FG-DETAIL-03 a link opens its screen with all that are below, in one step`() async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            let what = await test.when("a link to Ada's age is opened", .linkOpened(.player(1, .age)))
            test.then(
                "three screens", \.path.routes == [.login, .playerList, .playerDetail(.ada), .playerEdit(.ada, .age)])
            test.expect("in one step", what.states.count == 1)
            await test.when(
                "another age is typed, 'Done'", in: Screen.edit, .edited(FieldChange(\.text, "31")), .doneTapped)
            test.then("the details hear of it", in: Screen.detail, \.player.age == 31)
        }
    }

    @Test func `FG-CONFIRM-01 a link that is opened before the login waits for it`() async {
        await given("nobody is logged in", App(), GatherFlow.State()) { test in
            await test.when("a link is opened", .linkOpened(.confirm([3, 1])))
            test.then("it waits", \.path.routes == [.login], \.domainState.keptLink == .confirm([3, 1]))
            await test.logIn()
            test.then(
                "the teams, in the order of the rows",
                \.path.routes == [.login, .playerList, .confirmPlayers([.ada, .cem])], \.domainState.keptLink == nil)
        }
    }

    @Test(arguments: [DeepLink.player(9, nil), .confirm([1, 9])])
    func `FG-LIST-17 a link to a player who is not there says so`(link: DeepLink) async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            await test.when("the link is opened", .linkOpened(link))
            test.then(
                "an alert, and the list", \.alert == Alert(title: "Error", message: "There is no such player."),
                \.path.routes == [.login, .playerList])
            await test.when("'OK' is tapped", .alertDismissed)
            test.then("it is gone", \.alert == nil)
        }
    }

    @Test func `FG-LOGIN-06 a link is not opened for somebody who has left meanwhile`() async {
        await given("the list", App(), GatherFlow.State()) { test in
            await test.logIn()
            test.worker.listing.answers(.wait)
            await test.when("a link is opened", .linkOpened(.add))
            await test.when("the user goes back to the login", .wentBack(to: 1))
            test.worker.listing.release(.value(.sample))
            await test.settle()
            test.then("it stays there", \.path.routes == [.login])
        }
    }
}
