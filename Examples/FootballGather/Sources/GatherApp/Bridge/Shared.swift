import GatherScenes

/// FG-UI-02, FG-LIST-12, FG-GATHER-04: an alert, or a question with two answers, as a host draws it.
struct ShownQuestion: Encodable, Sendable {
    let title: String
    let message: String
    /// The caption of the button that confirms; nil for an alert.
    var confirm: String?
    /// The caption of the button that only closes the dialog.
    var cancel = Wording.ok
    /// Whether a confirmation cannot be undone.
    var isDestructive = false

    /// - Parameters:
    ///   - alert: The title and the message; there is no question without them.
    ///   - confirm: The caption of the button that confirms.
    ///   - cancel: The caption of the other button.
    init?(_ alert: Alert?, confirm: String? = nil, cancel: String = Wording.ok, isDestructive: Bool = false) {
        guard let alert else { return nil }
        title = alert.title
        message = alert.message
        self.confirm = confirm
        self.cancel = cancel
        self.isDestructive = isDestructive
    }
}

/// A section of players, with its title.
struct ShownTeam: Encodable, Sendable {
    let team: Team
    let title: String
    let rows: [TeamRow]
    /// Shown if the team has no players.
    let emptyText: String

    init(_ team: Team, _ rows: [TeamRow]) {
        self.team = team
        title = team.title
        self.rows = rows
        emptyText = Wording.ConfirmPlayers.nobody(in: team)
    }
}
