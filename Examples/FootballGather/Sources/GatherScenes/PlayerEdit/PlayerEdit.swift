package import CIS

/// One field of a player, as text or as a choice.
package enum PlayerEdit: SceneDefinition {
    package typealias Worker = any PlayerEditWorker

    /// What the user can do.
    package enum Action: Sendable, Equatable, Codable {
        case edited(FieldChange<State.DomainState>)  // FG-EDIT-03
        case optionTapped(Int)  // FG-EDIT-04
        case doneTapped  // FG-EDIT-05
        case saveMineTapped  // D19
        case keepTheirsTapped  // D19
        case conflictDismissed  // D19: decided later
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case update
        case overwrite
        case keepTheirs
    }

    package enum Mutation: Sendable, Equatable {
        case edited(FieldChange<State.DomainState>)
        case optionTapped(Int)
        case began
        case updated(Player)
        case failed(Failure)
        case changedElsewhere(Player)
        case theirsKept
        case conflictDismissed
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case requestSent  // D20: the player may change, even if the answer does not arrive
        case playerEdited(Player)  // FG-EDIT-07
        case sessionEnded
    }

    package struct State: SceneState, Equatable, Codable {
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var problem: Problem?
        package internal(set) var domainState: DomainState

        package init(_ player: Player, _ field: PlayerField) {
            domainState = DomainState(player: player, field: field, text: field.value(of: player))
        }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case problem, domainState }
    }
}

extension PlayerEdit.State {
    package struct DomainState: FormFields, Equatable, Codable {
        /// The player that is changed: as it was when the screen opened, or as it is on the server, if it was changed meanwhile.
        package internal(set) var player: Player
        package let field: PlayerField
        /// The text of the text field, or the chosen option. FG-EDIT-08: it is kept if a request fails.
        package var text: String
        /// D19: the player as somebody else has changed it, until the user has decided.
        package internal(set) var newest: Player?

        /// FG-EDIT-03, FG-EDIT-04: whether there is something to send. D24: a name may change in case only.
        var isChanged: Bool {
            let value = field.value(of: player)
            return field == .name ? text != value && !text.isEmpty : text.lowercased() != value.lowercased()
        }

        package static let fields = [field("text", \.text)]
    }

    package var alert: Alert? { problem.map(Wording.alert) }

    /// D19: the newest values beside what was typed.
    package var conflict: Alert? {
        let edit = domainState
        guard let newest = edit.newest else { return nil }
        return Alert(
            title: Wording.PlayerEdit.conflictTitle,
            message: Wording.PlayerEdit.conflict(newest, from: edit.player, edit.field, typed: edit.text))
    }

    /// FG-EDIT-01 as decided in D12: the title of the field.
    package var title: String { domainState.field.title }

    /// FG-EDIT-01, FG-EDIT-03, FG-EDIT-04: the button that sends the change. It is enabled if there is something to send.
    package var doneButton: ButtonState {
        ButtonState(Wording.done, isEnabled: domainState.isChanged && !isLoading)
    }

    /// FG-EDIT-02: what the text field shows while it is empty.
    package var placeholder: String { domainState.field.value(of: domainState.player) }

    /// FG-EDIT-02: the options to choose from. Empty if there is a text field instead.
    package var options: [String] { domainState.field.options }

    /// FG-DETAIL-03: the option with the check mark.
    package var selectedOption: Int? {
        options.firstIndex { $0.lowercased() == domainState.text.lowercased() }
    }
}
