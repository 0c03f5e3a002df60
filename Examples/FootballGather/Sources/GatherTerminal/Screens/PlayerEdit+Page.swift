import CIS
import GatherScenes

@MainActor extension PlayerEdit: Paged {
    static func page(of scene: SceneRuntime<PlayerEdit>) -> Page {
        let state = scene.state
        let done = Control.button("done", state.doneButton) { scene.execute(.doneTapped) }
        var page = Page(
            title: state.title, elements: options(of: scene), bar: [done], isBusy: state.isLoading,
            dialog: state.alert.map { .alert($0) { scene.execute(.alertDismissed) } } ?? conflict(of: scene))
        if page.elements.isEmpty {
            let field = Control.field(
                state.domainState.field.rawValue, state.placeholder, state.domainState.text,
                submit: done.isEnabled ? done.press : nil
            ) { scene.execute(.edited(FieldChange(\.text, $0))) }
            page.elements = [.control(field)]
        }
        page.preferred = state.selectedOption.map { "option \($0)" }
        return page
    }

    /// D19: the question whose values are kept.
    private static func conflict(of scene: SceneRuntime<PlayerEdit>) -> Dialog? {
        guard let conflict = scene.state.conflict else { return nil }
        return Dialog(
            title: conflict.title, message: conflict.message,
            controls: [
                .button("theirs", Wording.PlayerEdit.keepTheirs) { scene.execute(.keepTheirsTapped) },
                .button("mine", Wording.PlayerEdit.saveMine) { scene.execute(.saveMineTapped) },
            ], cancel: { scene.execute(.conflictDismissed) })
    }

    private static func options(of scene: SceneRuntime<PlayerEdit>) -> [Page.Element] {
        scene.state.options.enumerated().map { index, option in
            var control = Control(
                id: "option \(index)", word: "\(index + 1)", caption: option,
                kind: .row(details: [], isMarked: index == scene.state.selectedOption))
            control.press = { scene.execute(.optionTapped(index)) }
            return .control(control)
        }
    }
}
