import CIS
import GatherScenes

@MainActor extension PlayerList: Paged {
    static var appeared: Action? { .appeared }

    static func page(of scene: SceneRuntime<PlayerList>) -> Page {
        let state = scene.state
        var page = Page(title: state.title, elements: elements(of: scene), isBusy: state.activity == .deleting)
        page.bar = [
            .button("bottom", state.bottomButton, key: state.mode == .list ? "a" : "c") {
                scene.execute(.bottomTapped)
            },
            .button("mode", state.modeButton, key: "s") { scene.execute(.modeTapped) },
        ]
        page.dialog = state.alert.map { .alert($0) { scene.execute(.alertDismissed) } } ?? question(of: scene)
        // Esc ends the selection first.
        if state.mode == .selection { page.back = { scene.execute(.modeTapped) } }
        return page
    }

    private static func elements(of scene: SceneRuntime<PlayerList>) -> [Page.Element] {
        let state = scene.state
        // FG-UI-03: the text in place of the rows.
        if let text = state.emptyText {
            let retry = Control.button(
                "retry", GatherScenes.Label.retry, isEnabled: state.acceptsInput, key: "r"
            ) { scene.execute(.retryTapped) }
            return [.text(text), .gap, .line([retry])]
        }
        return state.rows.enumerated().map { .control(control($1, number: $0 + 1, of: scene)) }
    }

    private static func control(_ row: Row, number: Int, of scene: SceneRuntime<PlayerList>) -> Control {
        var control = Control(
            id: "row \(row.id)", word: "\(number)", caption: row.name,
            kind: .row(details: [row.position, row.skill], isMarked: row.isTicked))
        control.isEnabled = scene.state.acceptsInput
        control.press = { scene.execute(.rowTapped(row.id)) }
        if scene.state.mode == .list {
            let delete = Control.Extra(word: "delete", keys: [.delete, .character("d")]) {
                scene.execute(.deleteTapped(row.id))
            }
            control.extras = [delete]
            control.hints = ["d delete"]
        }
        return control
    }

    /// FG-LIST-12: the question before a player is deleted.
    private static func question(of scene: SceneRuntime<PlayerList>) -> Dialog? {
        guard scene.state.domainState.deletion != nil else { return nil }
        return Dialog(
            title: Label.deleteTitle, message: Label.deleteQuestion,
            controls: [
                .button("cancel", Label.cancel) { scene.execute(.deleteCancelled) },
                .button("delete", Label.delete) { scene.execute(.deleteConfirmed) },
            ], cancel: { scene.execute(.deleteCancelled) })
    }
}
