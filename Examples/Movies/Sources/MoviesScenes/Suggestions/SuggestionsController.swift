import CIS

final class SuggestionsController: SceneController<Suggestions>, Controller {
    func handle(_ action: Suggestions.Action) async {
        switch action {
        case .appeared: await interactor.execute(.fetch)
        case .rowTapped(let query): store.execute(.chosen(query))
        }
    }
}
