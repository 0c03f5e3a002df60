public import CISWorkers
import Foundation
public import MoviesDomain

/// MV-12: loads posters from the service, through a cache in memory and one on disk.
///
/// Callers that want the same poster at the same time share one request. At most six requests run at the same time; the
/// others wait in the order of their calls. A request ends as soon as all of its callers are cancelled. If it
/// is still waiting then, it is never sent (MV-33).
public final class PosterLoader: PosterRepository {
    /// The maximum number of requests at the same time.
    public static let maximumRequests = 6

    private let client: HTTPClient
    private let address: String
    private let memory: MemoryCache<String, Poster>
    private let disk: DiskCache
    private let flights = SingleFlight<String, Poster, any Error>(cancelled: CancellationError())
    private let limit = ConcurrencyLimit(maximumRequests)

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - configuration: The address of the posters.
    ///   - disk: Keeps posters for later starts of the program. Do not store anything else in it.
    ///   - maximumMemory: The maximum size of all posters in memory, in bytes.
    ///   - transport: Sends the requests.
    public init(
        _ configuration: MoviesConfiguration, disk: DiskCache, maximumMemory: Int = 8_000_000,
        transport: any HTTPTransport
    ) {
        client = HTTPClient(configuration.posters, transport: transport)
        address = configuration.images.absoluteString
        self.disk = disk
        memory = MemoryCache(maximumCost: maximumMemory)
    }

    /// Returns a poster in the size nearest to a width. An answer that is no image is a failure, and is not kept.
    @concurrent public func poster(_ path: String, width: Int) async throws -> Poster {
        let size = PosterSize.nearest(to: width)
        // Another service may have another poster at the same path.
        let key = "\(address) w\(size.rawValue) \(path)"
        if let poster = memory.value(for: key) { return poster }
        return try await flights.run(key) { [self] in
            let poster = try await load(path, size, key)
            memory.insert(poster, for: key, cost: poster.bytes.count)
            return poster
        }
    }

    private func load(_ path: String, _ size: PosterSize, _ key: String) async throws -> Poster {
        if let data = await disk.data(for: key), ImageFile.isComplete(data) { return Poster(Array(data)) }
        let data = try await limit.run { try await fetch(path, size) }
        _ = try? await disk.store(data, for: key)
        return Poster(Array(data))
    }

    private func fetch(_ path: String, _ size: PosterSize) async throws -> Data {
        do {
            return try await client.send(.poster(path, size))
        } catch {
            throw error.domainError
        }
    }
}
