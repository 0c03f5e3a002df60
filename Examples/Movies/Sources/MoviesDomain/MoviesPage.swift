/// MV-01: a part of the films that a search has found.
public struct MoviesPage: Sendable, Hashable {
    /// Its number, from 1.
    public let page: Int
    /// How many pages there are.
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

/// MV-08: a page, and where it comes from.
public enum FoundPage: Sendable, Hashable {
    /// From an earlier search. The service is being asked.
    case cached(MoviesPage)
    /// From the service, just now.
    case fresh(MoviesPage)

    /// The page.
    public var page: MoviesPage {
        switch self {
        case .cached(let page), .fresh(let page): page
        }
    }

    /// Whether it is from the service.
    public var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }
}
