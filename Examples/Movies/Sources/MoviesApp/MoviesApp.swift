public import CIS
public import CISWorkers
public import Foundation
public import MoviesData
public import MoviesDomain
public import MoviesScenes

/// MV-38, MV-39: creates the screens, with the real data. A front end creates one instance and keeps it as long as it runs.
///
/// Nothing is read or requested before a screen needs it.
@MainActor public final class MoviesApp {
    private let answers: DiskCache
    private let repositories: Repositories
    private let wording: Wording

    /// Creates the parts that all screens share.
    ///
    /// - Parameters:
    ///   - configuration: The addresses of the service, and the values that each request needs.
    ///   - folder: The folder of caches and recent queries. Only one process may use it at a time.
    ///   - wording: The language of the screens.
    ///   - transport: Sends the requests.
    ///   - report: Called once for each error of a search, for a log.
    public init(
        _ configuration: MoviesConfiguration, folder: URL, wording: Wording = Wording(),
        transport: any HTTPTransport = HTTPClient.defaultTransport(),
        report: @escaping @Sendable (HTTPError) -> Void = { _ in }
    ) {
        // MV-09: answers have no limit and do not expire. Posters are larger, and can easily be loaded again.
        answers = DiskCache(folder.appending(path: "answers"), maximumBytes: .max)
        let posters = DiskCache(folder.appending(path: "posters"), maximumBytes: 100_000_000)
        repositories = Repositories(
            movies: CachedMoviesRepository(configuration, cache: answers, transport: transport, report: report),
            recentQueries: StoredRecentQueries(FileStore(folder.appending(path: "settings"))),
            posters: PosterLoader(configuration, disk: posters, transport: transport))
        self.wording = wording
    }

    /// MV-40, MV-41: creates a first screen. All other screens are its children.
    public func moviesList() -> SceneRuntime<MoviesList> {
        MoviesList.assemble(MoviesList.State(wording), worker: repositories)
    }

    /// Does in advance what the first search would have to wait for: finds out which answers are on disk, and gets the dates
    /// of the language ready. Call it when the first screen is visible. It works outside the main thread.
    @concurrent public func prepare() async {
        wording.prepare()
        _ = await answers.totalBytes
    }

    /// MV-33: creates a slot for the poster of a row.
    ///
    /// - Parameters:
    ///   - decode: Makes a picture of a poster, outside the main thread. If it fails, the place stays empty.
    ///   - draw: Draws a picture, or clears the place if it is `nil`.
    public func posterSlot<Picture: Sendable>(
        decode: @escaping @Sendable (Poster) async throws -> Picture, draw: @escaping @MainActor (Picture?) -> Void
    ) -> PosterSlot<Picture> {
        PosterSlot(repositories.posters, decode: decode, draw: draw)
    }
}
