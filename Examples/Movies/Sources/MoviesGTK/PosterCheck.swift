import Foundation
import MoviesCatalogue
import MoviesDomain

/// MV-33, `--stats`: looks at the posters of all rows. Those of the catalogue are drawn from the number of the film, so that it
/// is known what each row has to show.
@MainActor final class PosterCheck {
    private let catalogue: Catalogue
    /// What posters hash to: 10,000 of them need no memory worth mentioning.
    private var expected: [String: Int] = [:]
    private(set) var compared = 0
    private(set) var wrong = 0

    init(films: Int) {
        catalogue = Catalogue(films: films)
    }

    /// Compares what each row draws with what it has to draw.
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
