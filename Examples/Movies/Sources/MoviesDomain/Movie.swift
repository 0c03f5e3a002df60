/// MV-01: a film. Only its id is always known.
public struct Movie: Sendable, Hashable, Identifiable {
    /// The genre of a film.
    public enum Genre: Sendable { case adventure, scienceFiction }

    /// The id that the service has given to the film.
    public let id: String
    /// The title.
    public let title: String?
    /// The genre.
    public let genre: Genre?
    /// The path of the poster at the service, such as `/abc.jpg`.
    public let posterPath: String?
    /// A summary of the film.
    public let overview: String?
    /// The day on which the film is first shown.
    public let releaseDate: CalendarDay?

    /// Creates a film.
    public init(
        id: String, title: String? = nil, genre: Genre? = nil, posterPath: String? = nil, overview: String? = nil,
        releaseDate: CalendarDay? = nil
    ) {
        self.id = id
        self.title = title
        self.genre = genre
        self.posterPath = posterPath
        self.overview = overview
        self.releaseDate = releaseDate
    }
}
