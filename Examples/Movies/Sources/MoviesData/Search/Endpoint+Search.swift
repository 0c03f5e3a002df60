import CISWorkers
import MoviesDomain

extension Endpoint {
    /// MV-05: returns one page of the films that a search finds.
    static func search(_ query: MovieQuery, page: Int) -> Endpoint<MoviesPageDTO> {
        Endpoint<MoviesPageDTO>(
            .get, "3/search/movie", query: ["query": query.text, "page": page], decoder: .json(MoviesPageDTO.self))
    }
}
