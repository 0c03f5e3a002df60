import CISWorkers
import Foundation
import MoviesData
import MoviesDomain

extension CachedMoviesRepository {
    /// Creates a repository over files in memory. A second one over the same files stands for the program after a restart.
    init(
        _ service: Service, _ configuration: MoviesConfiguration = .sample, files: any FileWorker = MemoryFiles(),
        report: @escaping @Sendable (HTTPError) -> Void = { _ in }
    ) {
        self.init(
            configuration, cache: DiskCache(folder, maximumBytes: .max, files: files), transport: service,
            report: report)
    }

    /// Returns each page that arrives, such as `cached [7, 9]`, and then the error, if there is one.
    func all(_ query: String, page: Int = 1) async -> [String] {
        var arrived: [String] = []
        do {
            for try await found in pages(of: MovieQuery(query), page: page) {
                arrived.append("\(found.isFresh ? "fresh" : "cached") \(found.page.movies.map(\.id))")
            }
        } catch {
            arrived.append("\(error)")
        }
        return arrived
    }
}
