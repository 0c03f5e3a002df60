import CISTesting
import GatherScenes
import Testing

/// FG-DETAIL-01 to FG-DETAIL-05: the fields of a player.
@MainActor @Suite(.checkingEverything) struct PlayerDetailScenarios {
    @Test func `FG-DETAIL-01 FG-DETAIL-02 FG-DETAIL-05 five values in three sections`() async {
        await given("a player of whom all is known", DetailScreen(), .init(.ada), checking: .written) { test in
            test.then("her name is the title", \.title == "Ada")
            test.then(\.sectionTitles == ["PERSONAL", "PLAY", "LIKES"])
            test.then(
                "all values",
                \.rowTitles == [
                    "Name", "Age", "Preferred position", "Skill", "Favourite team",
                ],
                \.values == ["Ada", "30", "Goalkeeper", "Amateur", "Rovers"])
        }
    }

    @Test func `FG-DETAIL-02 what is not known says so`() async {
        await given("a player with a name only", DetailScreen(), .init(.cem), checking: .written) { test in
            test.then("four unknown values", \.values == ["Cem", "unknown", "unknown", "unknown", "unknown"])
        }
    }

    @Test(arguments: PlayerField.allCases)
    func `FG-DETAIL-03 a row opens the screen that edits its field`(field: PlayerField) async {
        await given("a player", DetailScreen(), .init(.ada)) { test in
            await test.when("a row is tapped", .rowTapped(field))
            test.then(
                "its field is edited", \.player == .ada, mutations: [.rowTapped(field)],
                outputs: [.fieldChosen(field, of: .ada)])
        }
    }

    @Test func `FG-DETAIL-04 an edited player is shown, its name in the title, and passed on`() async {
        await given("a player", DetailScreen(), .init(.ada)) { test in
            let edited = Player(id: 1, name: "Ada L.")
            await test.when("she has been edited", .playerEdited(edited))
            test.then(
                "title and values are new", \.player == edited, \.title == "Ada L.",
                mutations: [.playerEdited(edited)], outputs: [.playerEdited(edited)])
        }
    }
}
