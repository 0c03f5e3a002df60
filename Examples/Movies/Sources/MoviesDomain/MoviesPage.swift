/// MV-01: a part of the films that a search has found.
public struct MoviesPage: Sendable, Hashable {
    /// The number of the page, from 1.
    public let page: Int
    /// The number of pages.
    public let totalPages: Int
    /// The films, in the order of the service.
    public let movies: [Movie]

    /// Creates a page.
    public init(page: Int, totalPages: Int, movies: [Movie]) {
        self.page = page
        self.totalPages = totalPages
        self.movies = movies
    }
}

/// MV-08: a page from the cache or from the service.
public enum FoundPage: Sendable, Hashable {
    /// The page is from an earlier search. The service is asked for the current page.
    case cached(MoviesPage)
    /// The service has just sent the page.
    case fresh(MoviesPage)

    /// The page.
    public var page: MoviesPage {
        switch self {
        case .cached(let page), .fresh(let page): page
        }
    }

    /// Whether the service has just sent the page.
    public var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }
}
