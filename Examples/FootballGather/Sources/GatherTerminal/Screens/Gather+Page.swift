import CIS
import GatherScenes

@MainActor extension Gather: Paged {
    static func page(of scene: SceneRuntime<Gather>) -> Page {
        let state = scene.state
        var page = Page(
            title: Wording.Gather.title,
            elements: [
                .control(score(of: .teamA, Wording.Gather.teamA, state.domainState.scoreA, in: scene)),
                .control(score(of: .teamB, Wording.Gather.teamB, state.domainState.scoreB, in: scene)), .gap,
                .clock(state.countdown.time.text),
            ] + (state.countdown.isTimeUp ? [.heading(Wording.Gather.timeIsUp)] : []) + [
                .line(timerButtons(of: scene))
            ],
            bar: [.button("end", Wording.Gather.end, key: "e") { scene.execute(.endTapped) }], isBusy: state.isLoading)
        page.isTimeUp = state.countdown.isTimeUp
        for team in [Team.teamA, .teamB] {
            page.elements += [.gap, .heading(team.title)]
            // Rows can be focused, so that a long team can be scrolled.
            page.elements += state.rows(of: team).map { row in
                .control(
                    Control(
                        id: "row \(row.id)", word: "", caption: row.name,
                        kind: .row(details: [row.position], isMarked: nil)))
            }
        }
        page.dialog =
            state.alert.map { .alert($0) { scene.execute(.alertDismissed) } } ?? question(of: scene) ?? resetQuestion(
                of: scene)
            ?? panel(of: scene)
        return page
    }

    private static func score(of team: Team, _ caption: String, _ score: Int, in scene: SceneRuntime<Gather>) -> Control
    {
        .stepper(team.word, caption, score) { scene.execute(.scoreChanged(team, $0)) }
    }

    private static func timerButtons(of scene: SceneRuntime<Gather>) -> [Control] {
        [
            .button("action", scene.state.countdown.actionButton, key: "s") { scene.execute(.actionTapped) },
            .button("set", Wording.Gather.set, key: "t") { scene.execute(.setTapped) },
            .button("reset", Wording.Gather.reset, key: "r") { scene.execute(.resetTapped) },
        ]
    }

    /// FG-GATHER-04: the question whether the gather ends.
    private static func question(of scene: SceneRuntime<Gather>) -> Dialog? {
        guard scene.state.domainState.asksToEnd else { return nil }
        return Dialog(
            title: Wording.Gather.end, message: Wording.Gather.endQuestion,
            controls: [
                .button("cancel", Wording.cancel) { scene.execute(.endCancelled) },
                .button("yes", Wording.Gather.yes) { scene.execute(.endConfirmed) },
            ], cancel: { scene.execute(.endCancelled) })
    }

    /// FG-TIMER-06: the question whether the clock goes back.
    private static func resetQuestion(of scene: SceneRuntime<Gather>) -> Dialog? {
        guard scene.state.asksToReset else { return nil }
        return Dialog(
            title: Wording.Gather.resetTitle,
            message: Wording.Gather.resetQuestion(scene.state.countdown.initial),
            controls: [
                .button("cancel", Wording.cancel) { scene.execute(.resetCancelled) },
                .button("reset", Wording.Gather.reset) { scene.execute(.resetConfirmed) },
            ], cancel: { scene.execute(.resetCancelled) })
    }

    /// FG-GATHER-09, FG-TIMER-07 to FG-TIMER-09: the panel that sets the time.
    private static func panel(of scene: SceneRuntime<Gather>) -> Dialog? {
        guard let picker = scene.state.picker else { return nil }
        let columns = scene.state.components.map { component in
            let row = (component == .minutes ? picker.minutes : picker.seconds) ?? 0
            return Control.stepper(component.rawValue, "", row, value: component.title(of: row)) {
                scene.execute(.picked(component, $0))
            }
        }
        return Dialog(
            title: Wording.Gather.set,
            controls: columns + [
                .button("done", Wording.done) { scene.execute(.pickerDone) },
                .button("cancel", Wording.cancel) { scene.execute(.pickerCancelled) },
            ], cancel: { scene.execute(.pickerCancelled) })
    }
}
