import CISBridge
package import GatherScenes

extension Gather: Bridged {
    package static func view(of state: State) -> GatherShown {
        let values = state.domainState
        return GatherShown(
            title: Wording.Gather.title,
            scores: [
                GatherShown.Score(team: .teamA, label: Wording.Gather.teamA, value: values.scoreA),
                GatherShown.Score(team: .teamB, label: Wording.Gather.teamB, value: values.scoreB),
            ],
            time: state.countdown.time.text, timeIsUp: state.countdown.isTimeUp ? Wording.Gather.timeIsUp : nil,
            action: state.countdown.actionButton, labels: GatherShown.Labels(),
            teams: [Team.teamA, .teamB].map { ShownTeam($0, state.rows(of: $0)) },
            picker: state.picker.map { picker in state.components.map { column($0, picker) } },
            isLoading: state.isLoading, alert: ShownQuestion(state.alert), end: values.asksToEnd ? end : nil,
            reset: state.asksToReset ? reset(state.countdown) : nil)
    }

    private static func column(_ component: TimeComponent, _ picker: Picker) -> GatherShown.Column {
        GatherShown.Column(
            component: component, options: TimeComponent.rows.map { component.title(of: $0) },
            selected: component == .minutes ? picker.minutes : picker.seconds)
    }

    private static var end: ShownQuestion? {
        ShownQuestion(
            Alert(title: Wording.Gather.end, message: Wording.Gather.endQuestion), confirm: Wording.Gather.yes,
            cancel: Wording.cancel)
    }

    private static func reset(_ countdown: Countdown) -> ShownQuestion? {
        ShownQuestion(
            Alert(title: Wording.Gather.resetTitle, message: Wording.Gather.resetQuestion(countdown.initial)),
            confirm: Wording.Gather.reset, cancel: Wording.cancel, isDestructive: true)
    }

    package static var bridgedName: String { "gather" }
}

/// The state of the screen as a host draws it.
package struct GatherShown: Encodable, Sendable {
    let title: String
    let scores: [Score]
    let time: String
    /// D21: at the end of the time.
    let timeIsUp: String?
    let action: ButtonState
    /// The captions of the other buttons.
    let labels: Labels
    let teams: [ShownTeam]
    /// FG-GATHER-09: the columns of the picker; nil while the panel is hidden.
    let picker: [Column]?
    let isLoading: Bool
    let alert: ShownQuestion?
    /// FG-GATHER-04: the question whether the gather ends.
    let end: ShownQuestion?
    /// FG-TIMER-06: the question whether the clock goes back.
    let reset: ShownQuestion?

    /// FG-GATHER-01: a label with a stepper.
    struct Score: Encodable, Sendable {
        let team: Team
        let label: String
        let value: Int
        let minimum = Gather.scores.lowerBound
        let maximum = Gather.scores.upperBound
    }

    struct Column: Encodable, Sendable {
        let component: TimeComponent
        let options: [String]
        let selected: Int?
    }

    struct Labels: Encodable, Sendable {
        let cancel = Wording.cancel
        let set = Wording.Gather.set
        let reset = Wording.Gather.reset
        let end = Wording.Gather.end
        let done = Wording.done
    }
}
