import CISTesting
import CISWorkers
import Foundation
import MoviesData
import MoviesDomain
import Testing

/// MV-12, MV-33: loading posters from memory, disk and service.
@Suite struct PosterLoaderTests {
    private let service = Service()
    private let files = MemoryFiles()

    /// Creates a loader. A second one over the same files stands for the program after a restart.
    private func loader() -> PosterLoader {
        PosterLoader(.sample, disk: DiskCache(folder, maximumBytes: 1_000_000, files: files), transport: service)
    }

    @Test(arguments: [
        (0, 92), (-5, 92), (92, 92), (123, 92), (124, 154), (169, 154), (170, 185), (185, 185), (263, 185), (264, 342),
        (421, 342), (422, 500), (640, 500), (641, 780), (10_000, 780), (.max, 780), (.min, 92),
    ])
    func `MV-12 the size is the one nearest to the width, of two the smaller`(width: Int, size: Int) async throws {
        service.sending.always(.value(.text("poster")))
        #expect(try await loader().poster("/a.jpg", width: width) == Poster(Array("poster".utf8)))
        #expect(service.sending.calls == ["/t/p/w\(size)/a.jpg?"])
    }

    @Test func `MV-12 a path is one segment of the address, whatever it contains`() async throws {
        service.sending.always(.value(.text("poster")))
        _ = try await loader().poster("//a?b#c.jpg", width: 92)
        #expect(service.sending.calls == ["/t/p/w92/a?b#c.jpg?"])
        for path in ["", "/", "/.."] {
            await #expect(throws: MoviesError.failed) { try await loader().poster(path, width: 92) }
        }
        #expect(service.sending.calls.count == 1)
    }

    @Test func `a poster is loaded once for each size, also by the next start of the program`() async throws {
        service.sending.always(.value(.text("poster")))
        let loader = loader()
        for width in [92, 90, 92, 185] { _ = try await loader.poster("/a.jpg", width: width) }
        #expect(service.sending.calls == ["/t/p/w92/a.jpg?", "/t/p/w185/a.jpg?"])
        #expect(try await self.loader().poster("/a.jpg", width: 92) == Poster(Array("poster".utf8)))
        #expect(service.sending.calls.count == 2)
    }

    @Test func `a failure is not kept`() async throws {
        service.sending.answers(.value(HTTPResponse(status: 404)), .error(HTTPError(.notConnected)))
        service.sending.always(.value(.text("poster")))
        let loader = loader()
        await #expect(throws: MoviesError.failed) { try await loader.poster("/a.jpg", width: 92) }
        await #expect(throws: MoviesError.notConnected) { try await loader.poster("/a.jpg", width: 92) }
        _ = try await loader.poster("/a.jpg", width: 92)
    }

    @Test func `rows that want the same poster at the same time share one request`() async throws {
        service.sending.always(.wait)
        let loader = loader()
        let loads = (0..<20).map { _ in Task { try await loader.poster("/a.jpg", width: 92) } }
        await service.sending.called()
        service.sending.always(.value(.text("a second request")))
        service.sending.release(.value(.text("poster")))
        for load in loads { #expect(try await load.value == Poster(Array("poster".utf8))) }
        #expect(service.sending.calls.count == 1)
    }

    @Test func `at most six requests are on their way at the same time`() async throws {
        service.sending.always(.wait)
        let loader = loader()
        let loads = (0..<40).map { number in Task { try await loader.poster("/\(number).jpg", width: 92) } }
        await service.sending.called(times: 6)
        for next in 7...40 {
            service.sending.release(.value(.text("poster")))
            await service.sending.called(times: next)
        }
        for _ in 0..<6 { service.sending.release(.value(.text("poster"))) }
        for load in loads { _ = try await load.value }
        #expect(service.mostAtOnce == PosterLoader.maximumRequests)
    }

    @Test func `MV-33 a request ends when its last row is used again, and one that still waits is never sent`()
        async throws
    {
        service.sending.always(.wait)
        let loader = loader()
        let running = (0..<6).map { number in Task { try await loader.poster("/\(number).jpg", width: 92) } }
        await service.sending.called(times: 6)
        let waiting = (6..<20).map { number in Task { try await loader.poster("/\(number).jpg", width: 92) } }
        for load in waiting { load.cancel() }
        for load in waiting { await #expect(throws: CancellationError.self) { try await load.value } }
        for load in running { load.cancel() }
        for load in running { await #expect(throws: CancellationError.self) { try await load.value } }
        #expect(service.sending.calls.count == 6)
        service.sending.always(.value(.text("poster")))
        #expect(try await loader.poster("/0.jpg", width: 92) == Poster(Array("poster".utf8)))
    }
}
