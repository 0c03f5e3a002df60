import CIS

/// Makes two teams of the chosen players, and starts a gather.
package enum ConfirmPlayers: SceneDefinition {
    package typealias Worker = any ConfirmPlayersWorker

    /// FG-CONFIRM-05: the number of players that are added to a gather at the same time.
    package static let parallelRequests = 4

    /// What the user, or the gather, can do.
    package enum Action: Sendable, Equatable, Codable {
        case moved(from: Place, to: Place)  // FG-CONFIRM-02
        case startTapped  // FG-CONFIRM-04
        case gatherBegan  // D17: it is not opened a second time
        case gatherEnded  // FG-CONFIRM-10
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable { case start }

    package enum Mutation: Sendable, Equatable {
        case moved(from: Place, to: Place)
        case began(Attempt<[TeamPlayer]>)
        case started(GatherModel)
        case failed(Failure)
        case gatherBegan
        case gatherEnded
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case gatherStarted(GatherModel)  // FG-CONFIRM-06
        case gatherEnded  // FG-CONFIRM-10
        case playerMissed  // D20: the list has a player who was deleted
        case sessionEnded
    }

    /// A row of a section.
    package struct Place: Sendable, Equatable, Codable {
        package let section: Team
        package let row: Int

        package init(_ section: Team, _ row: Int) {
            self.section = section
            self.row = row
        }
    }

    package struct State: SceneState, Equatable, Codable {
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var problem: Problem?
        package internal(set) var domainState: DomainState

        /// FG-CONFIRM-01: all players start on the bench.
        package init(_ players: [Player]) { domainState = DomainState(bench: players) }

        package var alert: Alert? { problem.map(Wording.alert) }

        package func rows(of section: Team) -> [TeamRow] { domainState[section].map(TeamRow.init) }

        /// FG-CONFIRM-03: the button that starts the gather. It is enabled if both teams have players.
        package var startButton: ButtonState {
            ButtonState(Wording.ConfirmPlayers.start, isEnabled: domainState.isComplete && !isLoading)
        }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case problem, domainState }
    }
}

extension ConfirmPlayers.State {
    /// The players of each section. Every player is in exactly one section.
    package struct DomainState: Sendable, Equatable, Codable {
        package internal(set) var bench: [Player]
        package internal(set) var teamA: [Player] = []
        package internal(set) var teamB: [Player] = []
        /// FG-CONFIRM-09: the gather of these teams, if it has been started, and nothing has happened in it.
        package internal(set) var gather: GatherModel?
        /// FG-CONFIRM-09: the last start, if it has failed. The gather may have been created nevertheless.
        package internal(set) var attempt: Attempt<[TeamPlayer]>?

        package subscript(section: Team) -> [Player] {
            get {
                switch section {
                case .bench: bench
                case .teamA: teamA
                case .teamB: teamB
                }
            }
            set {
                switch section {
                case .bench: bench = newValue
                case .teamA: teamA = newValue
                case .teamB: teamB = newValue
                }
            }
        }

        /// FG-CONFIRM-03: players may stay on the bench.
        var isComplete: Bool { !teamA.isEmpty && !teamB.isEmpty }

        /// FG-MOD-07: all players of Team A, then all of Team B.
        var teamPlayers: [TeamPlayer] {
            teamA.map { TeamPlayer($0, in: .teamA) } + teamB.map { TeamPlayer($0, in: .teamB) }
        }

        /// FG-CONFIRM-02: moves a player. If there is no player at the source, for example because the list has changed
        /// meanwhile, nothing happens. A destination below the last row means the end of the section.
        mutating func move(from source: ConfirmPlayers.Place, to destination: ConfirmPlayers.Place) {
            guard self[source.section].indices.contains(source.row), destination.row >= 0 else { return }
            let player = self[source.section].remove(at: source.row)
            self[destination.section].insert(player, at: min(destination.row, self[destination.section].count))
        }
    }
}
