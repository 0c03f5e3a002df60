import MoviesDomain

extension MoviesList {
    /// MV-28: one film of the list, as texts.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The place of the film. The service may list a film twice, so the id of the film does not identify a row.
        public struct ID: Sendable, Hashable {
            /// The number of the page.
            public let page: Int
            /// The position in the page, from 0.
            public let position: Int

            /// Creates an id.
            public init(page: Int, position: Int) {
                self.page = page
                self.position = position
            }
        }

        /// The place of the film.
        public let id: ID
        /// The title. Empty if it is unknown.
        public let title: String
        /// The date on which the film is first shown.
        public let date: String
        /// A summary of the film. Empty if there is none.
        public let overview: String
        /// MV-33: the path of the poster, for a ``PosterSlot``.
        public let posterPath: String?
    }
}

extension MoviesPage {
    /// MV-28: the films as rows.
    func rows(_ wording: Wording) -> [MoviesList.Row] {
        movies.enumerated().map { position, movie in
            MoviesList.Row(
                id: MoviesList.Row.ID(page: page, position: position), title: movie.title ?? "",
                date: wording.releaseDate(movie.releaseDate), overview: movie.overview ?? "",
                posterPath: movie.posterPath)
        }
    }
}
