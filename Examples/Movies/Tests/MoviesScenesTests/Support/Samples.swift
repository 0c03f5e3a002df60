import MoviesDomain
import MoviesScenes

extension MoviesPage {
    /// Returns the answer to a request such as `batman 1`: a page with two films, of three pages.
    static func sample(_ request: String, totalPages: Int = 3, films: Int = 2, prefix: String = "") -> MoviesPage {
        let number = request.split(separator: " ").last.flatMap { Int($0) } ?? 0
        let movies = (0..<films).map { index in
            let title = "\(prefix)\(request).\(index)"
            return Movie(id: title, title: title, posterPath: "/\(title).jpg")
        }
        return MoviesPage(page: number, totalPages: totalPages, movies: movies)
    }
}

extension MoviesList.State {
    /// The titles of the films in the list.
    var titles: [String] { items.map(\.title) }
}
