import Accessibility
import CIS
import GatherScenes
import SwiftUI

/// A match: the score, the countdown, and its end.
struct GatherView: View {
    let scene: SceneRuntime<Gather>
    let goBack: @MainActor () -> Void

    var body: some View {
        List {
            Section { clock }
            Section(Wording.Gather.teamA) {
                score(scene.binding(\.domainState.scoreA) { .scoreChanged(.teamA, $0) })  // FG-GATHER-03
                players(of: .teamA)
            }
            Section(Wording.Gather.teamB) {
                score(scene.binding(\.domainState.scoreB) { .scoreChanged(.teamB, $0) })
                players(of: .teamB)
            }
            Section { Button(Wording.Gather.end, role: .destructive) { scene.execute(.endTapped) } }  // FG-GATHER-04
        }
        .loading(scene.observed(\.isLoading))
        .navigationTitle(Wording.Gather.title)
        // D17: going back may ask. SwiftUI's own button and its swipe would show the screen below before the answer.
        .navigationBarBackButtonHidden(true)
        .toolbar { ToolbarItem(placement: .topBarLeading) { Button(Wording.back, action: goBack) } }
        .question(endQuestion, Wording.cancel) {
            scene.execute(.endCancelled)
        } actions: {
            Button(Wording.Gather.yes) { scene.execute(.endConfirmed) }  // FG-GATHER-05
        }
        .question(resetQuestion, Wording.cancel) {
            scene.execute(.resetCancelled)
        } actions: {
            Button(Wording.Gather.reset) { scene.execute(.resetConfirmed) }  // FG-TIMER-06
        }
        .problem(scene.state.alert) { scene.execute(.alertDismissed) }
        .onChange(of: scene.observed(\.countdown).isTimeUp) { _, isTimeUp in  // D21
            if isTimeUp { AccessibilityNotification.Announcement(Wording.Gather.timeIsUp).post() }
        }
    }

    private var endQuestion: GatherScenes.Alert? {
        guard scene.observed(\.domainState).asksToEnd else { return nil }
        return GatherScenes.Alert(title: Wording.Gather.end, message: Wording.Gather.endQuestion)
    }

    private var resetQuestion: GatherScenes.Alert? {
        guard scene.observed(\.asksToReset) else { return nil }
        return GatherScenes.Alert(
            title: Wording.Gather.resetTitle, message: Wording.Gather.resetQuestion(scene.state.countdown.initial))
    }

    @ViewBuilder private var clock: some View {
        Text(scene.observed(\.countdown).time.text).font(.largeTitle.monospacedDigit())  // FG-TIMER-10
        if scene.observed(\.countdown).isTimeUp { Text(Wording.Gather.timeIsUp).font(.headline) }
        if scene.observed(\.picker) == nil {
            ActionButton(state: scene.observed(\.countdown).actionButton) { scene.execute(.actionTapped) }
            Button(Wording.Gather.set) { scene.execute(.setTapped) }
            Button(Wording.Gather.reset) { scene.execute(.resetTapped) }
        } else {  // FG-GATHER-01: the panel takes the place of the three buttons
            HStack(spacing: 0) {
                ForEach(scene.observed(\.components), id: \.self) { wheel($0) }
            }
            Button(Wording.done) { scene.execute(.pickerDone) }
            Button(Wording.cancel) { scene.execute(.pickerCancelled) }
        }
    }

    /// FG-GATHER-09: a column of the panel.
    private func wheel(_ component: TimeComponent) -> some View {
        let picked = scene.binding(component == .minutes ? \.picker?.minutes : \.picker?.seconds) {
            .picked(component, $0 ?? 0)
        }
        return Picker(component.rawValue, selection: picked) {
            ForEach(TimeComponent.rows, id: \.self) { Text(component.title(of: $0)).tag(Int?.some($0)) }
        }
        .pickerStyle(.wheel)
    }

    private func score(_ score: Binding<Int>) -> some View {
        Stepper(value: score, in: Gather.scores) { Text("\(score.wrappedValue)").font(.largeTitle.monospacedDigit()) }
    }

    private func players(of team: Team) -> some View {
        ForEach(scene.state.rows(of: team)) { TeamRowView(row: $0) }
    }
}
