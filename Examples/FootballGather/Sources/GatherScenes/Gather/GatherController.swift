import CIS

final class GatherController: SceneController<Gather>, Controller {
    /// A second `Yes` while the gather is being ended is dropped.
    func policy(for action: Gather.Action) -> ActionPolicy {
        switch action {
        case .endConfirmed: .first
        case .scoreChanged, .actionTapped, .timePassed, .resetTapped, .resetCancelled, .resetConfirmed, .setTapped,
            .picked, .pickerDone, .pickerCancelled, .endTapped, .endCancelled, .alertDismissed:
            .concurrent
        }
    }

    func handle(_ action: Gather.Action) async {
        switch action {
        case .scoreChanged(let team, let score): store.execute(.scoreChanged(team, score))
        case .actionTapped: await interactor.execute(.pressAction)
        case .timePassed(let milliseconds, let run): store.execute(.timePassed(milliseconds: milliseconds, run: run))
        case .resetTapped: store.execute(.resetTapped)
        case .resetCancelled: store.execute(.resetCancelled)
        case .resetConfirmed: store.execute(.resetConfirmed)
        case .setTapped: store.execute(.setTapped)
        case .picked(let component, let row): store.execute(.picked(component, row))
        case .pickerDone: store.execute(.pickerDone)
        case .pickerCancelled: store.execute(.pickerCancelled)
        case .endTapped: store.execute(.endTapped)
        case .endCancelled: store.execute(.endCancelled)
        case .endConfirmed: await interactor.execute(.end)
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
