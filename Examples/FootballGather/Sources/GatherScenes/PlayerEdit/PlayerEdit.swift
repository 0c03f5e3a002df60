import CIS

/// One field of a player, as text or as a choice.
package enum PlayerEdit: SceneDefinition {
    package typealias Worker = any PlayerEditWorker

    /// What the user can do.
    package enum Action: Sendable, Equatable, Codable {
        case textChanged(String)  // FG-EDIT-03
        case optionTapped(Int)  // FG-EDIT-04
        case doneTapped  // FG-EDIT-05
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable { case update }

    package enum Mutation: Sendable, Equatable {
        case textChanged(String)
        case optionTapped(Int)
        case began
        case updated(Player)
        case failed(Failure)
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case playerEdited(Player)  // FG-EDIT-07
        case sessionEnded
    }

    package struct State: SceneState, Equatable, Codable {
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var alert: Alert?
        package internal(set) var domainState: DomainState

        package init(_ player: Player, _ field: PlayerField) {
            domainState = DomainState(player: player, field: field, text: field.value(of: player))
        }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case alert, domainState }
    }
}

extension PlayerEdit.State {
    package struct DomainState: Sendable, Equatable, Codable {
        /// The player as it was when the screen opened.
        package let player: Player
        package let field: PlayerField
        /// The text of the text field, or the chosen option. FG-EDIT-08: it is kept if a request fails.
        package internal(set) var text: String

        /// FG-EDIT-03, FG-EDIT-04: whether there is something to send.
        var isChanged: Bool {
            text.lowercased() != field.value(of: player).lowercased() && !(field == .name && text.isEmpty)
        }
    }

    /// FG-EDIT-01 as decided in D12: the title of the field.
    package var title: String { domainState.field.title }

    /// FG-EDIT-01, FG-EDIT-03, FG-EDIT-04: the button that sends the change. It is enabled if there is something to send.
    package var doneButton: ButtonState {
        ButtonState(Label.done, isEnabled: domainState.isChanged && !isLoading)
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
