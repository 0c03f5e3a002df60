import CIS
import GatherScenes

@MainActor extension Login: Paged {
    static var appeared: Action? { .appeared }

    static func page(of scene: SceneRuntime<Login>) -> Page {
        let state = scene.state
        let fields = state.domainState
        let username = Control.field("username", Wording.Login.username, fields.username) {
            scene.execute(.edited(FieldChange(\.username, $0)))
        }
        let password = Control.field(
            "password", Wording.Login.password, fields.password.text, isSecret: true,
            submit: { scene.execute(.loginTapped) }
        ) { scene.execute(.edited(FieldChange(\.password, Password($0)))) }
        let remember = Control.toggle(Wording.Login.remember, isOn: fields.isRemembered) {
            scene.execute(.edited(FieldChange(\.isRemembered, $0)))
        }
        return Page(
            title: Wording.app,
            elements: (state.sessionHasEnded ? [.text(Wording.Login.sessionHasEnded), .gap] : []) + [
                .control(username), .control(password), .control(remember), .gap,
                .line([.button("login", Wording.Login.login) { scene.execute(.loginTapped) }]), .gap,
                .text(Wording.Login.question),
                .line([.button("register", Wording.Login.register) { scene.execute(.registerTapped) }]),
            ],
            isBusy: state.isLoading,
            dialog: state.alert.map { .alert($0) { scene.execute(.alertDismissed) } })
    }
}
