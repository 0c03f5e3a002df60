public import CIS
public import MoviesDomain

/// MV-36: one film.
public enum MovieDetails: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = any PosterRepository

    /// What the user or the front end can do.
    public enum Action: Sendable, Equatable {
        case laidOut(width: Int)  // MV-37: the width of the poster, in pixels
        case closeTapped
    }

    /// The tasks of the business rules.
    public enum UseCase: Sendable, Equatable { case loadPoster(width: Int) }

    /// What can change or happen.
    public enum Mutation: Sendable, Equatable {
        case posterLoaded(Poster)
        case closed
    }

    /// What the scene sends to its parent.
    public enum Output: Sendable, Equatable { case closed }

    /// What the screen shows, and the facts for the rules.
    public struct State: SceneState, Equatable {
        /// MV-36: the title. Empty if it is unknown.
        public let title: String
        /// MV-28: the day on which the film is first shown, as in its row.
        public let date: String
        /// MV-36: a summary of the film. Empty if there is none.
        public let overview: String
        /// MV-37: the poster, once it is loaded.
        public internal(set) var poster: Poster?
        /// What the interactor may read.
        public internal(set) var domainState: DomainState

        /// The facts for the rules.
        public struct DomainState: Sendable, Equatable {
            /// The path of the poster, if there is one.
            public let posterPath: String?
        }

        /// MV-36: whether the screen shows no place for a poster.
        public var isPosterHidden: Bool { domainState.posterPath == nil }

        /// Shows a film.
        public init(_ movie: Movie, _ wording: Wording = Wording()) {
            title = movie.title ?? ""
            date = wording.releaseDate(movie.releaseDate)
            overview = movie.overview ?? ""
            domainState = DomainState(posterPath: movie.posterPath)
        }
    }
}
