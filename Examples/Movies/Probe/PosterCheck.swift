import Foundation
import MoviesCatalogue
import MoviesDomain
import MoviesGTK

/// MV-33: checks the posters of all rows. The catalogue draws each poster from the number of the film, so it is
/// known what each row has to show.
@MainActor final class PosterCheck {
    private let catalogue: Catalogue
    /// The hash of each poster by its path. 10,000 hashes need little memory.
    private var expected: [String: Int] = [:]
    private(set) var compared = 0
    private(set) var wrong = 0

    init(films: Int) {
        catalogue = Catalogue(films: films)
    }

    /// Compares the poster that each row draws with the poster that it has to draw.
    func look(at rows: [FilmRow]) {
        for row in rows {
            guard let path = row.film?.posterPath, let poster = row.shownPoster else { continue }
            compared += 1
            if poster.bytes.hashValue != hash(path) { wrong += 1 }
        }
    }

    private func hash(_ path: String) -> Int {
        if let known = expected[path] { return known }
        let hash = [UInt8](catalogue.answer("/t/p/w92\(path)") { _ in nil }.body).hashValue
        expected[path] = hash
        return hash
    }
}
