import CIS

final class MoviesListController: SceneController<MoviesList>, Controller {
    /// MV-19: a new search cancels the current load, and so does the cancel button (MV-24). Loading a next page
    /// cancels nothing. The interactor decides whether it is loaded at all (MV-23).
    func policy(for action: MoviesList.Action) -> ActionPolicy {
        switch action {
        case .searchTapped, .suggestionChosen: .latest.group("load")
        case .lastRowShown: .concurrent.group("load")
        case .cancelTapped: .concurrent.cancelling("load")
        case .searchFocused, .searchUnfocused, .textChanged, .rowTapped, .alertClosed, .detailsClosed: .concurrent
        }
    }

    func handle(_ action: MoviesList.Action) async {
        switch action {
        case .searchFocused: store.execute(.searchEntered)
        case .searchUnfocused: store.execute(.searchLeft)
        case .textChanged(let text): store.execute(.textChanged(text))
        case .searchTapped: await interactor.execute(.searchText)
        case .cancelTapped: store.execute(.searchCancelled)
        case .lastRowShown: await interactor.execute(.loadNextPage)
        case .rowTapped(let id): await interactor.execute(.open(id))
        case .alertClosed: store.execute(.alertClosed)
        case .suggestionChosen(let query): await interactor.execute(.search(query))
        case .detailsClosed: store.execute(.detailsClosed)
        }
    }
}
