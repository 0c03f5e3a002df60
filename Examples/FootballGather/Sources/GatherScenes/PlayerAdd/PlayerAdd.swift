package import CIS

/// Adds a new player. It asks only for the name.
package enum PlayerAdd: SceneDefinition {
    package typealias Worker = any PlayerAddWorker

    /// What the user can do.
    package enum Action: Sendable, Equatable, Codable {
        case edited(FieldChange<State.DomainState>)  // FG-ADD-02
        case doneTapped  // FG-ADD-03
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable { case add }

    package enum Mutation: Sendable, Equatable {
        case edited(FieldChange<State.DomainState>)
        case began(Attempt<String>)
        case added
        case failed(Failure)
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case requestSent  // D20: the list may change, even if the answer does not arrive
        case added  // FG-ADD-04
        case sessionEnded
    }

    package struct State: SceneState, Equatable, Codable {
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var problem: Problem?
        package internal(set) var domainState = DomainState()

        package struct DomainState: FormFields, Equatable, Codable {
            package var name = ""
            /// The last request, if the player may have been added, although it has failed.
            package internal(set) var attempt: Attempt<String>?
            /// FG-ADD-02: blanks count as text.
            var isComplete: Bool { !name.isEmpty }

            package static let fields = [field("name", \.name)]
        }

        package init() {}

        package var alert: Alert? { problem.map(Wording.alert) }

        /// FG-ADD-01, FG-ADD-02: the button that adds the player. It is enabled if a name was typed.
        package var doneButton: ButtonState {
            ButtonState(Wording.done, isEnabled: domainState.isComplete && !isLoading)
        }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case problem, domainState }
    }
}
