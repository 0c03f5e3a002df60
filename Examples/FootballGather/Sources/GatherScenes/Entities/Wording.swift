/// All texts for people. No other file of the scenes has one, so all of them can be read, and translated, in one place.
///
/// A state has no text that could be computed from it: it says what has happened, and this says it in words.
package enum Wording {
    package static let app = "Football Gather"
    package static let back = "Back"
    /// The button that leads from the player list back to the login.
    package static let logOut = "Log Out"
    /// FG-UI-01: shown over a screen that ignores input.
    package static let loading = "Loading..."
    /// FG-UI-02: the button of an alert.
    package static let ok = "OK"
    /// FG-UI-03: the button of an empty screen.
    package static let retry = "Retry"
    package static let cancel = "Cancel"
    package static let done = "Done"

    package enum Login {
        package static let username = "Enter username"
        package static let password = "Enter password"
        package static let login = "Login"
        package static let remember = "Remember Me"
        package static let question = "Don't have an account?"
        package static let register = "Register"
        /// D18: why there is a login above all screens.
        package static let sessionHasEnded = "Your session has ended. Log in to go on where you were."
    }

    package enum PlayerList {
        /// FG-LIST-03: the text if the user has no players.
        package static let noPlayers = "There aren't any players for your user."
        /// The text if nothing could be loaded, because then it is not known whether there are players.
        package static let notLoaded = "The players could not be loaded."
        /// FG-LIST-12: the title of the question before a player is deleted.
        package static let deleteTitle = "Delete player"
        package static let delete = "Delete"
        /// D20: loads the list again.
        package static let reload = "Reload"
        package static let search = "Search players"
        /// Shows the buttons that delete, and hides them.
        package static let edit = "Edit"

        /// D8: the title, or how many players are selected.
        static func title(selected count: Int?) -> String { count.map { "\($0) selected" } ?? "Players" }
        static func mode(isSelection: Bool) -> String { isSelection ? cancel : "Select" }
        static func bottom(isSelection: Bool) -> String { isSelection ? "Confirm players" : "Add player" }
        static func position(_ position: Position?) -> String { "Position: \(position.map(word) ?? unknown)" }
        static func skill(_ skill: Skill?) -> String { "Skill: \(skill.map(word) ?? unknown)" }
        static func nobodyFound(_ text: String) -> String { "No player’s name contains “\(text)”." }
        /// FG-LIST-12: which player it is.
        package static func deleteQuestion(_ name: String) -> String { "Are you sure you want to delete “\(name)”?" }
    }

    /// FG-ADD-01
    package enum PlayerAdd {
        package static let title = "Add Player"
        package static let name = "Enter name of the player"
    }

    /// FG-DETAIL-01
    enum PlayerDetail {
        static let personal = "PERSONAL"
        static let play = "PLAY"
        static let likes = "LIKES"
    }

    /// D19: a player that was changed on another device.
    package enum PlayerEdit {
        package static let conflictTitle = "Changed meanwhile"
        package static let saveMine = "Save Mine"
        package static let keepTheirs = "Keep Theirs"

        /// The newest values that differ, beside what was typed.
        static func conflict(_ newest: Player, from base: Player, _ field: PlayerField, typed text: String) -> String {
            let changed = PlayerField.allCases.filter {
                $0 == field || $0.value(of: newest) != $0.value(of: base)
            }
            let values = changed.map { field in
                let value = field.value(of: newest)
                return "\(field.title): \(value.isEmpty ? "–" : value)"
            }
            return """
                “\(base.name)” was changed on another device. Now it is:
                \(values.joined(separator: "\n"))
                You typed: \(text.isEmpty ? "–" : text)
                Keep theirs, or save yours in its place?
                """
        }
    }

    /// FG-CONFIRM-01
    package enum ConfirmPlayers {
        package static let title = "Confirm Players"
        static let start = "Start Gather"
        package static func nobody(in team: Team) -> String {
            team == .bench ? "Everybody is in a team." : "Nobody is in this team yet."
        }
    }

    /// FG-GATHER-01
    package enum Gather {
        package static let title = "Gather in progress"
        package static let teamA = "TEAM A"
        package static let teamB = "TEAM B"
        package static let set = "Set"
        /// FG-TIMER-06: the clock goes back to its initial time.
        package static let reset = "Reset"
        package static let resetTitle = "Reset Clock"
        package static let end = "End Gather"
        package static let endQuestion = "Are you sure you want to end the gather?"
        package static let yes = "Yes"
        /// D21: shown and announced at 00:00.
        package static let timeIsUp = "Time is up"
        /// D17: the question before a match is left that has begun.
        package static let leaveTitle = "Leave Gather"
        package static let leaveQuestion = "The score and the time would be lost."
        package static let leave = "Leave"
        package static let stay = "Stay"

        /// FG-TIMER-06: the question before a time is lost that was counted or set.
        package static func resetQuestion(_ initial: GatherTime) -> String { "The clock goes back to \(initial.text)." }

        /// FG-TIMER-02
        static func action(_ status: Countdown.Status) -> String {
            switch status {
            case .stopped: "Start"
            case .running: "Pause"
            case .paused: "Resume"
            }
        }
    }

    // MARK: Problems

    /// FG-UI-02: the alert about a problem.
    static func alert(about problem: Problem) -> Alert {
        switch problem {
        case .missingCredentials: Alert(title: "Error", message: "Both fields are mandatory.")  // FG-LOGIN-02
        case .shortPassword:  // D23
            Alert(title: "Error", message: "A password has at least \(Password.minimumCount) characters.")
        case .noSuchPlayer: Alert(title: "Error", message: "There is no such player.")
        case .notAdded:  // FG-ADD-05 as decided in D11
            Alert(title: "Error", message: "Unable to create player. Please try again.")
        case .notUpdated:  // FG-EDIT-08
            Alert(title: "Error update", message: "Unable to update player. Please try again.")
        case .notStarted: Alert(title: "Error", message: "Unable to create gather.")  // FG-CONFIRM-07
        case .notEnded:  // FG-GATHER-08 as decided in D11
            Alert(title: "Error", message: "Unable to end gather. Please try again.")
        case .request(let error): Alert(title: "Error", message: sentence(about: error))  // FG-NET-12 as decided in D22
        }
    }

    private static func sentence(about error: ServiceError) -> String {
        switch error {
        case .noConnection: "The server cannot be reached. Check the connection, and try again."
        case .noAnswer: "The server does not answer. Please try again in a moment."
        case .busy: "The server is busy. Please try again in a moment."
        case .wrongCredentials: "The username or the password is wrong."
        case .usernameTaken: "This username may be taken already. Choose another one, or log in if it is yours."
        case .usernameRefused: "This username cannot be used. Choose a short one, without a colon."
        case .textTooLong: "This text is too long. Please shorten it."
        case .playerDeleted: "A player has been deleted already. The list shows who is there."
        case .sessionEnded: Login.sessionHasEnded
        case .unexpectedResponse, .locationHeaderNotFound, .resourceIDNotFound, .unexpectedResourceIDType,
            .expectedDataInResponse, .invalidRequestData, .changedElsewhere:
            "Something went wrong on the server. Please try again."
        }
    }

    // MARK: Values

    /// A value that nobody has entered.
    static let unknown = "unknown"

    static func word(_ position: Position) -> String { position.rawValue.capitalizedFirst }
    static func word(_ skill: Skill) -> String { skill.rawValue.capitalizedFirst }
}

extension PlayerField {
    /// FG-DETAIL-01: the title of the row, and of the screen that edits it.
    package var title: String {
        switch self {
        case .name: "Name"
        case .age: "Age"
        case .position: "Preferred position"
        case .skill: "Skill"
        case .team: "Favourite team"
        }
    }
}

extension Team {
    /// The title of the section.
    package var title: String {
        switch self {
        case .bench: "Bench"
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}

extension TimeComponent {
    /// FG-GATHER-09
    package func title(of row: Int) -> String { self == .minutes ? "\(row) min" : "\(row) sec" }
}

extension String {
    /// The text with a capital first letter, such as `Goalkeeper`.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
