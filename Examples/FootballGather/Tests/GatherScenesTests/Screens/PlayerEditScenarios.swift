import CISTesting
import GatherScenes
import Testing

/// FG-EDIT-01 to FG-EDIT-08: editing a player.
@MainActor @Suite(.checkingEverything) struct PlayerEditScenarios {
    private static let failure = Alert(
        title: "Error update", message: "Unable to update player. Please try again.")

    @Test(arguments: zip(PlayerField.allCases, ["Ada", "30", "Goalkeeper", "Amateur", "Rovers"]))
    func `FG-EDIT-01 FG-EDIT-02 FG-DETAIL-03 the screen has the row's title, and its value or its options`(
        field: PlayerField, value: String
    ) async {
        await given("a player", EditScreen(), .init(.ada, field), checking: .written) { test in
            test.then("the title is the row's", \.title == field.title, \.doneButton.isEnabled == false)
            test.then(
                "a text, or options", \.domainState.text == value, \.placeholder == value,
                \.options.isEmpty == [.name, .age, .team].contains(field),
                \.selectedOption == (field == .position ? 0 : field == .skill ? 1 : nil))
        }
    }

    @Test
    func `FG-DETAIL-03 FG-MOD-02 options are in the order of their declaration, and none is selected without a value`()
        async
    {
        await given("a player with a name only", EditScreen(), .init(.cem, .position), checking: .written) { test in
            test.then(
                "five positions, no check mark", \.selectedOption == nil,
                \.options == ["Goalkeeper", "Defender", "Midfielder", "Winger", "Striker"])
        }
        #expect(PlayerField.skill.options == ["Beginner", "Amateur", "Professional"])
    }

    @Test(arguments: [
        (PlayerField.name, "ada", false), (.name, "", false), (.name, "Ida", true), (.team, "ROVERS", false),
        (.team, "", true), (.age, "", true), (.age, "31", true),
    ])
    func `FG-EDIT-03 'Done' needs another value, ignoring case, and a name needs text`(
        field: PlayerField, text: String, isEnabled: Bool
    ) async {
        await given("a player", EditScreen(), .init(.ada, field)) { test in
            await test.when("a text is typed", .textChanged(text))
            test.then(
                "'Done' is enabled if it counts", \.domainState.text == text, \.doneButton.isEnabled == isEnabled,
                mutations: [.textChanged(text)])
        }
    }

    @Test func `FG-EDIT-04 an option is checked instead of another; going back disables 'Done'`() async {
        await given("a goalkeeper", EditScreen(), .init(.ada, .position)) { test in
            await test.when("'Striker' is tapped", .optionTapped(4))
            test.then(
                "it is checked", \.domainState.text == "Striker", \.selectedOption == 4,
                \.doneButton.isEnabled == true, mutations: [.optionTapped(4)])
            await test.when("it is tapped again", .optionTapped(4))
            test.then("nothing changes", \.selectedOption == 4, mutations: [.optionTapped(4)])
            await test.when("'Goalkeeper' is tapped", .optionTapped(0))
            test.then(
                "'Done' is disabled", \.domainState.text == "Goalkeeper", \.doneButton.isEnabled == false,
                mutations: [.optionTapped(0)])
            await test.when("what is no option is tapped, and 'Done'", .optionTapped(5), .optionTapped(-1), .doneTapped)
            test.then("nothing happens", \.selectedOption == 0, mutations: [.optionTapped(5), .optionTapped(-1)])
        }
    }

    @Test func `FG-EDIT-05 FG-EDIT-07 the whole player is sent, and passed on`() async {
        await given("another age is typed", EditScreen(), .init(.ada, .age)) { test in
            await test.given(after: .textChanged("31"))
            var older = Player.ada
            older.age = 31
            test.worker.updating.always(.wait)
            await test.when("'Done' is tapped twice", inOrder: .doneTapped, .doneTapped)
            test.then("the overlay", \.isLoading == true, \.doneButton.isEnabled == false, mutations: [.began])
            test.worker.updating.release(.value(()))
            await test.settle()
            test.then(
                "once", \.isLoading == false, test.worker.updating == [older], mutations: [.began, .updated(older)],
                outputs: [.playerEdited(older)])
        }
    }

    @Test func `FG-EDIT-06 what becomes of a value, field by field`() {
        #expect(PlayerField.name.setting("", of: .ada).name == "Ada")
        #expect(PlayerField.name.setting("Ida", of: .ada).name == "Ida")
        #expect(PlayerField.age.setting("31", of: .ada).age == 31)
        #expect(PlayerField.age.setting("old", of: .ada).age == nil)
        #expect(PlayerField.age.setting("", of: .ada).age == nil)
        #expect(PlayerField.team.setting("", of: .ada).favouriteTeam == "")
        #expect(PlayerField.position.setting("Striker", of: .ada).preferredPosition == .striker)
        #expect(PlayerField.skill.setting("Professional", of: .ada).skill == .professional)
        #expect(PlayerField.skill.setting(nil, of: .ada) == .ada)
    }

    @Test func `FG-EDIT-08 FG-NET-13 after a failure the value stays, and 'Done' sends the same request again`() async {
        await given("another name is typed", EditScreen(), .init(.ada, .name)) { test in
            await test.given(after: .textChanged("Ida"))
            let ida = PlayerField.name.setting("Ida", of: .ada)
            test.worker.updating.answers(.error(Offline()))
            await test.when("'Done' is tapped", .doneTapped)
            test.then(
                "an alert", \.alert == Self.failure, \.domainState.text == "Ida", \.doneButton.isEnabled == true,
                test.worker.updating == [ida],
                mutations: [.began, .failed(.error("The server cannot be reached."))])
            await test.when("'OK' and 'Done' are tapped", .alertDismissed, .doneTapped)
            test.then(
                "it is sent again", \.alert == nil, test.worker.updating == [ida],
                mutations: [.alertDismissed, .began, .updated(ida)], outputs: [.playerEdited(ida)])
        }
    }
}
