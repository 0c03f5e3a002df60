package import CIS

/// The user's players: look at them, add and delete them, and choose those who play.
package enum PlayerList: SceneDefinition {
    package typealias Worker = any PlayerListWorker

    /// The number of players that a gather needs.
    package static let minimumOfPlayers = 2

    /// What the user, the front end or a screen above can do.
    package enum Action: Sendable, Equatable, Codable {
        case appeared  // FG-LIST-01, FG-LIST-06
        case retryTapped  // FG-LIST-05
        case rowTapped(Player.ID)  // FG-LIST-07, FG-LIST-08
        case modeTapped  // FG-LIST-09
        case bottomTapped  // FG-LIST-11
        case edited(FieldChange<Search>)  // D20: what is searched
        case deleteTapped(Player.ID)  // FG-LIST-12
        case deleteCancelled  // FG-LIST-12
        case deleteConfirmed  // FG-LIST-13
        case gatherEnded  // FG-LIST-15
        case playerAdded  // FG-LIST-16
        case changeSent  // D20: a screen above has sent a change
        case playerEdited(Player)  // FG-LIST-17
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case load
        case loadIfNeeded
        case delete
    }

    package enum Mutation: Sendable, Equatable {
        case loadBegan
        case loaded([Player])
        case loadFailed(Failure)
        case rowTapped(Player.ID)
        case modeTapped
        case bottomTapped
        case edited(FieldChange<Search>)
        case deleteTapped(Player.ID)
        case deleteCancelled
        case deletionBegan
        case deleted(Player.ID)
        case deletionFailed(Failure)
        case gatherEnded
        case changeSent
        case playerEdited(Player)
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case playerChosen(Player)  // FG-LIST-07
        case addChosen  // FG-LIST-11
        case playersChosen([Player])  // FG-LIST-11: in the order of the rows
        case sessionEnded
    }

    package enum Mode: String, Sendable, Codable { case list, selection }

    /// FG-LIST-02, FG-LIST-13: the request that the screen waits for. The screen ignores input during this time.
    package enum Activity: String, Sendable, Codable {
        case none
        /// The players are loaded. Only the disabled buttons show this.
        case loading
        /// A player is deleted. The overlay of FG-UI-01 shows this.
        case deleting
    }

    /// FG-UI-03: why there is a text in place of the rows.
    package enum Emptiness: String, Sendable, Codable { case noPlayers, notLoaded }

    /// What the user looks for in the list.
    package struct Search: FormFields, Equatable, Codable {
        package var text = ""

        package static let fields = [field("text", \.text)]
    }

    package struct State: SceneState, Equatable, Codable {
        package internal(set) var players: [Player] = []
        package internal(set) var mode = Mode.list
        package internal(set) var activity = Activity.none
        package internal(set) var selected: Set<Player.ID> = []
        package internal(set) var search = Search()
        /// FG-UI-03, FG-LIST-03: set if there is a text in place of the rows, with the button `Retry`.
        package internal(set) var emptiness: Emptiness?
        package internal(set) var problem: Problem?
        package internal(set) var domainState = DomainState()

        package struct DomainState: Sendable, Equatable, Codable {
            /// FG-LIST-12: the player whose deletion the user is asked to confirm.
            package internal(set) var deletion: Player.ID?
            /// FG-LIST-06, D20: whether the last request for the players succeeded, and none of them may be gone on the server.
            package internal(set) var hasLoaded = false
            /// D20: whether a change was sent that the players may be without.
            package internal(set) var isOutdated = false

            // The last two are not saved: a restored list shows its rows, and loads again when it appears.
            private enum CodingKeys: CodingKey { case deletion }
        }

        package init(players: [Player] = []) { self.players = players }

        // `activity` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case players, mode, selected, search, emptiness, problem, domainState }
    }
}
