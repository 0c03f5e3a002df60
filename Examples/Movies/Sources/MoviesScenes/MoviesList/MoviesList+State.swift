public import CIS
public import MoviesDomain

extension MoviesList {
    /// What the screen shows, and the facts for the rules.
    public struct State: SceneState, Equatable {
        /// The texts of the screen.
        public let wording: Wording
        /// MV-20: the films of all pages. A front end learns which rows have changed, and draws only these.
        public internal(set) var items: SceneList<Row> = []
        /// MV-31: whether the user is in the search field.
        public internal(set) var isSearching = false
        /// MV-22: the error with which the last load has ended. Unlike the alert, it stays when the alert is closed.
        public internal(set) var failure: MoviesError?
        /// MV-32: whether the alert about the failure is open. The user closes it.
        public internal(set) var isAlertOpen = false
        /// MV-18: a search has begun. A front end may then move the focus to the films.
        public internal(set) var searchBegan = Pulse(MovieQuery(""))
        /// MV-27: the ``Suggestions``, as long as the user is in the search field.
        public internal(set) var suggestions = Presented<Suggestions.State>()
        /// MV-26: the ``MovieDetails``, which cover everything else.
        public internal(set) var details = Presented<MovieDetails.State>()
        /// What the interactor may read.
        public internal(set) var domainState = DomainState()

        /// Creates a state without films.
        public init(_ wording: Wording = Wording()) {
            self.wording = wording
        }
    }
}

extension MoviesList.State {
    /// The facts for the rules.
    public struct DomainState: Sendable, Equatable {
        /// The text in the search field.
        public internal(set) var text = ""
        /// The query with which the films of the list were found.
        public internal(set) var query = MovieQuery("")
        /// MV-20: the pages, in the order in which they have arrived.
        public internal(set) var pages: [MoviesPage] = []
        /// MV-17: the page that has arrived last; 0 before the first.
        public internal(set) var currentPage = 0
        /// MV-17: the number of pages that the service has.
        public internal(set) var totalPages = 1
        /// MV-17: what is being loaded.
        public internal(set) var loading = MoviesList.Loading.none
        /// The number of loads that have begun. A load that ends late must not end the spinner of a newer one.
        public internal(set) var loads = 0
        /// MV-23: whether the current last row was shown during the load.
        public internal(set) var isEndShown = false
    }
}

extension MoviesList.State {
    /// MV-30: what fills the screen below the search field.
    public var content: MoviesList.Content {
        let isLoading = domainState.loading != .none
        guard items.isEmpty else { return .list(hasSpinner: isLoading) }
        return isLoading ? .spinner : .empty
    }

    /// MV-32: the text of the alert, while it is open.
    public var alert: String? { isAlertOpen ? failure.map(wording.texts.text) : nil }

    /// MV-30: the sentence in place of an empty list: nothing was searched, nothing was found, or the search has failed.
    public var emptyText: String {
        if let failure { return "\(wording.texts.text(of: failure)). \(wording.texts.retry)" }
        return domainState.pages.isEmpty ? wording.texts.empty : wording.texts.notFound
    }

    /// MV-24, MV-31: whether there is a search that can be left or cancelled.
    public var canCancel: Bool { isSearching || domainState.loading != .none }
}

extension MoviesList.State.DomainState {
    /// MV-17: whether the service has pages that are not in the list.
    public var hasMorePages: Bool { currentPage < totalPages }
    /// MV-17: the page to load next.
    public var nextPage: Int { hasMorePages ? currentPage + 1 : currentPage }
    /// MV-23: whether a next page is to be loaded when the last row is shown. Before the first page there is no such row.
    var canLoadNextPage: Bool { hasMorePages && loading == .none && !pages.isEmpty }
    /// MV-23: whether the last row was shown during a load that has ended, and is still the last row.
    var mustLoadNextPage: Bool { isEndShown && canLoadNextPage }
}
