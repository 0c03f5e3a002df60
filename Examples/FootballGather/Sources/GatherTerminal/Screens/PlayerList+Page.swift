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
            .button("reload", state.reloadButton, key: "r") { scene.execute(.retryTapped) },
        ]
        page.dialog = state.alert.map { .alert($0) { scene.execute(.alertDismissed) } } ?? question(of: scene)
        page.preferred = state.rows.first.map { "row \($0.id)" }
        // Esc ends the selection first.
        if state.mode == .selection { page.back = { scene.execute(.modeTapped) } }
        return page
    }

    private static func elements(of scene: SceneRuntime<PlayerList>) -> [Page.Element] {
        let state = scene.state
        // FG-UI-03: the text in place of the rows.
        if let text = state.emptyText {
            let retry = Control.button(
                "retry", Wording.retry, isEnabled: state.acceptsInput
            ) { scene.execute(.retryTapped) }
            return [.text(text), .gap, .line([retry])]
        }
        let rows = state.rows.enumerated().map { Page.Element.control(control($1, number: $0 + 1, of: scene)) }
        // A search stays until its text is removed. Otherwise nobody could see why rows are missing.
        guard state.players.count > longList || !state.search.text.isEmpty else { return rows }
        let search = Control.field("search", Wording.PlayerList.search, state.search.text) {
            scene.execute(.edited(FieldChange(\.text, $0)))
        }
        return rows + (state.nobodyFound.map { [.text($0)] } ?? []) + [.gap, .control(search)]
    }

    /// With more players there is a field to search them. A few are seen at once, and letters are keys.
    private static let longList = 10

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
            control.hints = [Wording.Keys.delete]
        }
        return control
    }

    /// FG-LIST-12: the question before a player is deleted.
    private static func question(of scene: SceneRuntime<PlayerList>) -> Dialog? {
        guard let question = scene.state.deletion else { return nil }
        return Dialog(
            title: question.title, message: question.message,
            controls: [
                .button("cancel", Wording.cancel) { scene.execute(.deleteCancelled) },
                .button("delete", Wording.PlayerList.delete) { scene.execute(.deleteConfirmed) },
            ], cancel: { scene.execute(.deleteCancelled) })
    }
}
