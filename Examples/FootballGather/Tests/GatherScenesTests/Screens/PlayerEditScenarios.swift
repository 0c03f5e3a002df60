import CIS
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
        (PlayerField.name, "Ada", false), (.name, "ada", true), (.name, "", false), (.name, "Ida", true),
        (.team, "ROVERS", false),
        (.team, "", true), (.age, "", true), (.age, "31", true),
    ])
    func `FG-EDIT-03 D24 'Done' needs another value, ignoring case but in a name, which needs text`(
        field: PlayerField, text: String, isEnabled: Bool
    ) async {
        await given("a player", EditScreen(), .init(.ada, field)) { test in
            await test.when("a text is typed", .edited(FieldChange(\.text, text)))
            test.then(
                "'Done' is enabled if it counts", \.domainState.text == text, \.doneButton.isEnabled == isEnabled,
                mutations: [.edited(FieldChange(\.text, text))])
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
            await test.given(after: .edited(FieldChange(\.text, "31")))
            var older = Player.ada
            older.age = 31
            test.worker.updating.always(.wait)
            await test.when("'Done' is tapped twice", inOrder: .doneTapped, .doneTapped)
            test.then(
                "the overlay", \.isLoading == true, \.doneButton.isEnabled == false, mutations: [.began],
                outputs: [.requestSent])
            test.worker.updating.release(.value(older))
            await test.settle()
            test.then(
                "once", \.isLoading == false, test.worker.updating == [older], mutations: [.began, .updated(older)],
                outputs: [.requestSent, .playerEdited(older)])
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
            await test.given(after: .edited(FieldChange(\.text, "Ida")))
            let ida = PlayerField.name.setting("Ida", of: .ada)
            test.worker.updating.answers(.error(ServiceError.noConnection))
            await test.when("'Done' is tapped", .doneTapped)
            test.then(
                "an alert", \.alert == Self.failure, \.problem == .notUpdated, \.domainState.text == "Ida",
                \.doneButton.isEnabled == true,
                test.worker.updating == [ida],
                mutations: [.began, .failed(.error(.noConnection))], outputs: [.requestSent])
            await test.when("'OK' and 'Done' are tapped", .alertDismissed, .doneTapped)
            test.then(
                "it is sent again", \.problem == nil, test.worker.updating == [ida],
                mutations: [.alertDismissed, .began, .updated(ida)], outputs: [.requestSent, .playerEdited(ida)])
        }
    }

    @Test func `FG-EDIT-08 D22 a text that is too long is said to be so, because trying again cannot help`() async {
        await given("another name is typed", EditScreen(), .init(.ada, .name), checking: .written) { test in
            await test.given(after: .edited(FieldChange(\.text, "Ida")))
            test.worker.updating.always(.error(ServiceError.textTooLong))
            await test.when("'Done' is tapped", .doneTapped)
            test.then(
                "an alert", \.problem == .request(.textTooLong), \.domainState.text == "Ida", outputs: [.requestSent])
        }
    }

    @Test func `FG-EDIT-08 D22 a player who was deleted elsewhere is said to be so`() async {
        await given("another name is typed", EditScreen(), .init(.ada, .name), checking: .written) { test in
            await test.given(after: .edited(FieldChange(\.text, "Ida")))
            test.worker.updating.always(.error(ServiceError.playerDeleted))
            await test.when("'Done' is tapped", .doneTapped)
            test.then("an alert", \.problem == .request(.playerDeleted), outputs: [.requestSent])
        }
    }

    /// Ada as somebody else has changed her meanwhile.
    private static let ida = Player(
        id: 1, name: "Ida", age: 40, skill: .amateur, preferredPosition: .goalkeeper, favouriteTeam: "Rovers",
        version: 2)

    /// Types another age, and finds that the server has a newer player.
    private func meetConflict(_ test: SceneTest<EditScreen>) async {
        await test.given(after: .edited(FieldChange(\.text, "31")))
        test.worker.updating.answers(.error(ServiceError.changedElsewhere(Self.ida)))
        await test.when("'Done' is tapped", .doneTapped)
        let message = """
            “Ada” was changed on another device. Now it is:
            Name: Ida
            Age: 40
            You typed: 31
            Keep theirs, or save yours in its place?
            """
        test.then(
            "the newest values are beside what was typed", \.conflict?.message == message, \.alert == nil,
            \.isLoading == false, \.domainState.text == "31")
    }

    @Test func `FG-EDIT-05 D19 who saves the own value changes the newest player, and only this field`() async {
        await given("it was changed elsewhere", EditScreen(), .init(.ada, .age), checking: .written) { test in
            await meetConflict(test)
            await test.when("'Save Mine' is tapped", .saveMineTapped)
            var mine = Self.ida
            mine.age = 31
            test.then(
                "it is sent", \.conflict == nil, \.isLoading == false, outputs: [.requestSent, .playerEdited(mine)])
            test.expect("with the version that was shown", test.worker.updating.calls.last == mine)
        }
    }

    @Test func `FG-EDIT-05 D19 who keeps the other values sends nothing`() async {
        await given("it was changed elsewhere", EditScreen(), .init(.ada, .age), checking: .written) { test in
            await meetConflict(test)
            await test.when("'Keep Theirs' is tapped", .keepTheirsTapped)
            test.then("it is passed on", \.conflict == nil, outputs: [.playerEdited(Self.ida)])
            test.expect("no further request", test.worker.updating.calls.count == 1)
        }
    }

    @Test func `FG-EDIT-05 D19 who decides later keeps what was typed, beside the newest values`() async {
        await given("it was changed elsewhere", EditScreen(), .init(.ada, .age), checking: .written) { test in
            await meetConflict(test)
            await test.when("the question is closed", .conflictDismissed)
            test.then(
                "the screen", \.conflict == nil, \.domainState.text == "31", \.placeholder == "40",
                \.doneButton.isEnabled == true, outputs: [])
            await test.when("what is answered already is answered again", .keepTheirsTapped, .saveMineTapped)
            test.then("nothing", outputs: [])
        }
    }
}
