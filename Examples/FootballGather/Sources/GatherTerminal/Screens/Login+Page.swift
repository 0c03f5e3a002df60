import CIS
import GatherScenes

@MainActor extension Login: Paged {
    static var appeared: Action? { .appeared }

    static func page(of scene: SceneRuntime<Login>) -> Page {
        let state = scene.state
        let fields = state.domainState
        let username = Control.field("username", Label.username, fields.username) {
            scene.execute(.usernameChanged($0))
        }
        let password = Control.field(
            "password", Label.password, fields.password.text, isSecret: true, submit: { scene.execute(.loginTapped) }
        ) { scene.execute(.passwordChanged(Password($0))) }
        let remember = Control.toggle(Label.remember, isOn: fields.isRemembered) {
            scene.execute(.rememberSwitched($0))
        }
        return Page(
            title: "Football Gather",
            elements: [
                .control(username), .control(password), .control(remember), .gap,
                .line([.button("login", Label.login) { scene.execute(.loginTapped) }]), .gap,
                .text(Label.question),
                .line([.button("register", Label.register) { scene.execute(.registerTapped) }]),
            ],
            isBusy: state.isLoading,
            dialog: state.alert.map { .alert($0) { scene.execute(.alertDismissed) } })
    }
}
