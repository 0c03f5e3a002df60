import CIS

/// A match: score, countdown, and its end.
package enum Gather: SceneDefinition {
    package typealias Worker = any GatherWorker

    /// FG-GATHER-01: the possible scores.
    package static let scores = 0...100

    /// What the user or the timer can do.
    package enum Action: Sendable, Equatable, Codable {
        case scoreChanged(Team, Int)  // FG-GATHER-03
        case actionTapped  // FG-TIMER-03
        case timePassed(milliseconds: Int, run: Int)  // FG-TIMER-04: since the run began
        case resetTapped  // FG-TIMER-06
        case resetCancelled
        case resetConfirmed  // FG-TIMER-06
        case setTapped  // FG-TIMER-07
        case picked(TimeComponent, Int)
        case pickerDone  // FG-TIMER-08
        case pickerCancelled  // FG-TIMER-09
        case endTapped  // FG-GATHER-04
        case endCancelled  // FG-GATHER-04
        case endConfirmed  // FG-GATHER-05
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case pressAction
        case end
    }

    package enum Mutation: Sendable, Equatable {
        case scoreChanged(Team, Int)
        case actionTapped(after: Int)
        case timePassed(milliseconds: Int, run: Int)
        case resetTapped
        case resetCancelled
        case resetConfirmed
        case setTapped
        case picked(TimeComponent, Int)
        case pickerDone
        case pickerCancelled
        case endTapped
        case endCancelled
        case endBegan
        case ended
        case endFailed(Failure)
        case alertDismissed
    }

    package enum Output: Sendable, Equatable, Encodable {
        case gatherEnded  // FG-GATHER-07
        case sessionEnded
    }

    /// FG-GATHER-09: the picked value of each component.
    package struct Picker: Sendable, Equatable, Codable {
        package internal(set) var minutes: Int?
        package internal(set) var seconds: Int?

        package init(minutes: Int?, seconds: Int?) {
            self.minutes = minutes
            self.seconds = seconds
        }

        /// FG-TIMER-08: the picked time; nil if a component is missing.
        var time: GatherTime? {
            guard let minutes, let seconds else { return nil }
            return GatherTime(minutes: minutes, seconds: seconds)
        }
    }

    package struct State: SceneState, Equatable, Codable {
        package internal(set) var countdown: Countdown
        /// D17: whether a goal or a second was counted, so that leaving the match would lose something.
        package internal(set) var hasBegun = false
        /// FG-GATHER-09: the columns of the picker.
        package let components: [TimeComponent]
        /// FG-GATHER-02: nil while the panel is hidden.
        package internal(set) var picker: Picker?
        /// FG-TIMER-06: whether the user is asked to confirm that the clock goes back.
        package internal(set) var asksToReset = false
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var problem: Problem?
        package internal(set) var domainState: DomainState

        package struct DomainState: Sendable, Equatable, Codable {
            package let gather: GatherModel
            package internal(set) var scoreA = 0
            package internal(set) var scoreB = 0
            /// FG-GATHER-04: whether the user is asked to confirm the end.
            package internal(set) var asksToEnd = false
        }

        package init(
            _ gather: GatherModel, time: GatherTime = .standard,
            components: [TimeComponent] = TimeComponent.allCases
        ) {
            countdown = Countdown(time)
            self.components = components
            domainState = DomainState(gather: gather)
        }

        // `isLoading` is not saved, because a restored screen has sent no request, and neither is the question about the clock.
        private enum CodingKeys: CodingKey { case countdown, hasBegun, components, picker, problem, domainState }
    }
}

extension Gather.State {
    package var alert: Alert? { problem.map(Wording.alert) }

    /// FG-GATHER-01: the players of a team, as rows.
    package func rows(of team: Team) -> [TeamRow] {
        domainState.gather.players.filter { $0.team == team }.map { TeamRow($0.player) }
    }
}

extension Gather.State.DomainState {
    /// FG-GATHER-06 as decided in D5: the score as text, such as `3-1`.
    var score: String { "\(scoreA)-\(scoreB)" }

    /// FG-GATHER-06: the server's name for the team with the higher score, or `None`.
    var winner: String {
        if scoreA == scoreB { return "None" }
        return (scoreA > scoreB ? Team.teamA : .teamB).serverName
    }
}
