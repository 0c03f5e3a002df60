import CIS

final class EmptyPageController: SceneController<EmptyPage>, Controller {
    func handle(_ action: EmptyPage.Action) async {
        switch action {
        case .closeTapped: store.execute(.closed)
        }
    }
}
