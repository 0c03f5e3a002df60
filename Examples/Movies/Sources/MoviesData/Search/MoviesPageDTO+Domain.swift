import MoviesDomain

extension MoviesPageDTO {
    /// MV-07, MV-09: the page as an entity, with the films in their order.
    var entity: MoviesPage { MoviesPage(page: page, totalPages: totalPages, movies: results.map(\.entity)) }
}

extension MovieDTO {
    /// MV-07: the film as an entity.
    var entity: Movie {
        Movie(
            id: String(id), title: title, genre: genre.flatMap(Movie.Genre.init(service:)), posterPath: posterPath,
            overview: overview, releaseDate: releaseDate.flatMap(CalendarDay.init(service:)))
    }
}

extension Movie.Genre {
    /// MV-06: creates a genre. Returns `nil` for an unknown name, so the film has no genre, and the page can still be read.
    init?(service name: String) {
        switch name {
        case "adventure": self = .adventure
        case "science_fiction": self = .scienceFiction
        default: return nil
        }
    }
}

extension CalendarDay {
    /// MV-07: reads a date in the form `yyyy-MM-dd`. Returns `nil` for any other text, and for a day that does not exist.
    init?(service text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 45 || 48...57 ~= $0 }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
