/// MV-06: a page as the service sends it and the cache keeps it.
struct MoviesPageDTO: Codable, Sendable, Equatable {
    var page: Int
    var totalPages: Int
    var results: [MovieDTO]

    private enum CodingKeys: String, CodingKey {
        case page, results
        case totalPages = "total_pages"
    }
}

/// MV-06: a film as the service sends it.
struct MovieDTO: Codable, Sendable, Equatable {
    var id: Int
    var title: String?
    var genre: String?
    var posterPath: String?
    var overview: String?
    var releaseDate: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, genre, overview
        case posterPath = "poster_path"
        case releaseDate = "release_date"
    }
}
