import GatherScenes

/// FG-UI-02, FG-LIST-12, FG-GATHER-04: an alert, or a question with two answers, as a host draws it.
struct ShownQuestion: Encodable, Sendable {
    let title: String
    let message: String
    /// The caption of the button that confirms; nil for an alert.
    var confirm: String?
    /// The caption of the button that only closes the dialog.
    var cancel = Label.ok
    /// Whether a confirmation cannot be undone.
    var isDestructive = false

    init(_ title: String, _ message: String, confirm: String, cancel: String, isDestructive: Bool = false) {
        self.title = title
        self.message = message
        self.confirm = confirm
        self.cancel = cancel
        self.isDestructive = isDestructive
    }

    init?(_ alert: Alert?) {
        guard let alert else { return nil }
        title = alert.title
        message = alert.message
    }
}

/// A section of players, with its title.
struct ShownTeam: Encodable, Sendable {
    let team: Team
    let title: String
    let rows: [TeamRow]
}
