public import CIS
public import MoviesDomain

/// The search field, the films that were found, and what can cover them: suggestions and the details of one film.
public enum MoviesList: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = Repositories

    /// What the user, the front end or a child can do.
    public enum Action: Sendable, Equatable {
        case searchFocused  // MV-30, MV-31
        case searchUnfocused  // MV-31
        /// An action of its own, because the scene has one field, and no host that names it: `FormFields` would only wrap the text.
        case textChanged(String)
        case searchTapped  // MV-18, MV-31
        case cancelTapped  // MV-24, MV-31
        case lastRowShown  // MV-23, each time that the list has moved or changed, and its end is visible
        case rowTapped(Row.ID)  // MV-26
        case alertClosed  // MV-32
        case suggestionChosen(MovieQuery)  // MV-27, an output of the suggestions
        case detailsClosed  // an output of the details
    }

    /// The tasks of the business rules.
    public enum UseCase: Sendable, Equatable {
        case searchText
        case search(MovieQuery)
        case loadNextPage
        case open(Row.ID)
    }

    /// What can change or happen.
    public enum Mutation: Sendable, Equatable {
        case searchEntered
        case searchLeft
        case textChanged(String)
        case searchStarted(MovieQuery)
        case nextPageStarted
        case endShown  // MV-23, during a load
        case pageReceived(FoundPage)
        case loadFailed(MoviesError)
        case loadEnded
        case searchCancelled
        case alertClosed
        case detailsOpened(Movie)
        case detailsClosed
    }

    /// MV-17: what is being loaded.
    public enum Loading: Sendable { case none, fullScreen, nextPage }

    /// MV-30: what fills the screen below the search field.
    public enum Content: Sendable, Equatable {
        /// ``Texts/empty``.
        case empty
        /// A large spinner.
        case spinner
        /// The films, also those of the cache; with a small spinner while others are being loaded.
        case list(hasSpinner: Bool)
    }
}
