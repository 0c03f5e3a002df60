package import Foundation

extension Catalogue {
    /// The number of films on a page.
    package static let pageSize = 20

    /// MV-05, MV-06: the answer to a search, as the service would send it.
    package func answer(to query: String, page: Int) throws -> Data {
        let found = films(with: query)
        let start = min(max(page - 1, 0) * Self.pageSize, found.count)
        let results = found[start..<min(start + Self.pageSize, found.count)].map(Result.init)
        let totalPages = max((found.count + Self.pageSize - 1) / Self.pageSize, 1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(
            Page(page: page, total_pages: totalPages, total_results: found.count, results: results))
    }

    // The names are those of the service.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Page: Encodable {
        let page: Int
        let total_pages: Int
        let total_results: Int
        let results: [Result]
    }

    private struct Result: Encodable {
        let id: Int
        let title: String
        let genre: String?
        let overview: String
        let poster_path: String
        let release_date: String?

        init(_ film: Film) {
            id = film.id
            title = film.title
            genre = film.genre
            overview = film.overview
            poster_path = "/\(film.id).png"
            release_date = film.releaseDate
        }
    }
}
