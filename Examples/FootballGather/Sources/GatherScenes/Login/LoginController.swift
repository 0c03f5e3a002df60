import CIS

final class LoginController: SceneController<Login>, Controller {
    /// A tap is dropped while the request of either button is running.
    func policy(for action: Login.Action) -> ActionPolicy {
        switch action {
        case .loginTapped, .registerTapped: .first.group("credentials")
        case .appeared, .edited, .alertDismissed: .concurrent
        }
    }

    func handle(_ action: Login.Action) async {
        switch action {
        case .appeared: await interactor.execute(.recall)  // FG-LOGIN-01
        case .edited(let change): store.execute(.edited(change))
        case .loginTapped: await interactor.execute(.logIn(registeringFirst: false))  // FG-LOGIN-03
        case .registerTapped: await interactor.execute(.logIn(registeringFirst: true))  // FG-LOGIN-04
        case .alertDismissed: store.execute(.alertDismissed)
        }
    }
}
