import CIS

final class GatherStore: SceneStore<Gather>, Store {
    nonisolated static func mutate(_ state: inout Gather.State, by mutation: Gather.Mutation) {
        if state.isLoading, mutation.isIgnoredWhileLoading { return }  // FG-UI-01
        switch mutation {
        case .scoreChanged(let team, let score): set(score, of: team, &state)
        case .actionTapped(let milliseconds): state.countdown.press(after: milliseconds)  // FG-TIMER-03
        case .timePassed(let milliseconds, let run):  // FG-TIMER-04
            if state.countdown.count(to: milliseconds, inRun: run) { state.hasBegun = true }
        case .resetTapped:  // FG-TIMER-06: no time is lost without a question
            if state.countdown.isWorthKeeping { state.asksToReset = true } else { reset(&state) }
        case .resetCancelled: state.asksToReset = false
        case .resetConfirmed: if state.asksToReset { reset(&state) }
        case .setTapped: openPicker(&state)
        case .picked(let component, let row): pick(row, of: component, &state)
        case .pickerDone:  // FG-TIMER-08
            guard let picker = state.picker else { return }
            state.countdown.set(picker.time)
            state.picker = nil
        case .pickerCancelled: state.picker = nil  // FG-TIMER-09
        case .endTapped: state.domainState.asksToEnd = true  // FG-GATHER-04
        case .endCancelled: state.domainState.asksToEnd = false
        case .endBegan:  // FG-GATHER-05
            state.domainState.asksToEnd = false
            state.isLoading = true
        case .ended: state.isLoading = false
        case .endFailed(let failure):  // FG-GATHER-08 as decided in D11
            state.isLoading = false
            state.problem = failure.problem(.notEnded)
        case .alertDismissed: state.problem = nil
        }
    }

    /// FG-GATHER-03: the bench has no score.
    nonisolated private static func set(_ score: Int, of team: Team, _ state: inout Gather.State) {
        let score = min(max(score, Gather.scores.lowerBound), Gather.scores.upperBound)
        switch team {
        case .bench: break
        case .teamA: state.domainState.scoreA = score
        case .teamB: state.domainState.scoreB = score
        }
        if state.domainState.scoreA + state.domainState.scoreB > 0 { state.hasBegun = true }
    }

    /// FG-TIMER-06: the clock goes back, and the panel is closed.
    nonisolated private static func reset(_ state: inout Gather.State) {
        state.asksToReset = false
        state.countdown.reset()
        state.picker = nil
    }

    /// FG-TIMER-07: the picker opens at the time that is left. FG-GATHER-09: nothing is picked in a missing column.
    nonisolated private static func openPicker(_ state: inout Gather.State) {
        let time = state.countdown.time
        state.picker = Gather.Picker(
            minutes: state.components.contains(.minutes) ? time.minutes : nil,
            seconds: state.components.contains(.seconds) ? time.seconds : nil)
    }

    /// FG-GATHER-09: a row outside the picker picks nothing.
    nonisolated private static func pick(_ row: Int, of component: TimeComponent, _ state: inout Gather.State) {
        guard TimeComponent.rows.contains(row), state.components.contains(component) else { return }
        switch component {
        case .minutes: state.picker?.minutes = row
        case .seconds: state.picker?.seconds = row
        }
    }

    func sideEffects(of mutation: Gather.Mutation, on state: Gather.State) {
        switch mutation {
        case .ended: outputs.send(.gatherEnded)  // FG-GATHER-07
        case .endFailed(.sessionEnded): outputs.send(.sessionEnded)
        case .scoreChanged, .actionTapped, .timePassed, .resetTapped, .resetCancelled, .resetConfirmed, .setTapped,
            .picked, .pickerDone, .pickerCancelled, .endTapped, .endCancelled, .endBegan, .endFailed, .alertDismissed:
            break
        }
    }
}

extension Gather.Mutation {
    /// Whether the screen ignores it while a request is in flight. A new mutation has to say it, or does not compile.
    fileprivate var isIgnoredWhileLoading: Bool {
        switch self {
        case .scoreChanged, .actionTapped, .resetTapped, .resetCancelled, .resetConfirmed, .setTapped, .picked,
            .pickerDone, .pickerCancelled, .endTapped, .endCancelled:
            true
        case .timePassed, .endBegan, .ended, .endFailed, .alertDismissed: false
        }
    }
}
