import CIS
import GatherScenes

@MainActor extension PlayerAdd: Paged {
    static func page(of scene: SceneRuntime<PlayerAdd>) -> Page {
        let state = scene.state
        let done = Control.button("done", state.doneButton) { scene.execute(.doneTapped) }
        let name = Control.field(
            "name", Wording.PlayerAdd.name, state.domainState.name, submit: done.isEnabled ? done.press : nil
        ) { scene.execute(.edited(FieldChange(\.name, $0))) }
        return Page(
            title: Wording.PlayerAdd.title, elements: [.control(name)], bar: [done], isBusy: state.isLoading,
            dialog: state.alert.map { .alert($0) { scene.execute(.alertDismissed) } })
    }
}
