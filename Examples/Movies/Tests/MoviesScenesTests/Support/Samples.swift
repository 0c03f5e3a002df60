import MoviesDomain
import MoviesScenes

extension MoviesPage {
    /// The page of a request such as `batman 1`: two films, and three pages in all.
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
    /// The films of the list.
    var titles: [String] { items.map(\.title) }
}
