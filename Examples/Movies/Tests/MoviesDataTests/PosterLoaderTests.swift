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
    private func loader(_ configuration: MoviesConfiguration = .sample, maximumMemory: Int = 8_000_000) -> PosterLoader
    {
        PosterLoader(
            configuration, disk: DiskCache(folder, maximumBytes: 1_000_000, files: files), maximumMemory: maximumMemory,
            transport: service)
    }

    @Test(arguments: [
        (0, 92), (-5, 92), (92, 92), (123, 92), (124, 154), (169, 154), (170, 185), (185, 185), (263, 185), (264, 342),
        (421, 342), (422, 500), (640, 500), (641, 780), (10_000, 780), (.max, 780), (.min, 92),
    ])
    func `MV-12 the size is the one nearest to the width, of two the smaller`(width: Int, size: Int) async throws {
        service.sending.always(.value(.image(Poster.sample)))
        #expect(try await loader().poster("/a.jpg", width: width) == Poster.sample)
        #expect(service.sending.calls == ["/t/p/w\(size)/a.jpg?"])
    }

    @Test func `MV-12 a path is one segment of the address, whatever it contains`() async throws {
        service.sending.always(.value(.image(Poster.sample)))
        _ = try await loader().poster("//a?b#c.jpg", width: 92)
        #expect(service.sending.calls == ["/t/p/w92/a?b#c.jpg?"])
        for path in ["", "/", "/.."] {
            await #expect(throws: MoviesError.failed) { try await loader().poster(path, width: 92) }
        }
        #expect(service.sending.calls.count == 1)
    }

    @Test func `a poster is loaded once for each size, also by the next start of the program`() async throws {
        service.sending.always(.value(.image(Poster.sample)))
        let loader = loader()
        for width in [92, 90, 92, 185] { _ = try await loader.poster("/a.jpg", width: width) }
        #expect(service.sending.calls == ["/t/p/w92/a.jpg?", "/t/p/w185/a.jpg?"])
        #expect(try await self.loader().poster("/a.jpg", width: 92) == Poster.sample)
        #expect(service.sending.calls.count == 2)
    }

    private func removeFiles() { for entry in files.list(folder) { files.remove(entry.file) } }

    @Test func `a poster that is in memory is read neither from the disk nor from the service`() async throws {
        service.sending.answers(.value(.image(.sample)))
        let loader = loader()
        _ = try await loader.poster("/a.jpg", width: 92)
        removeFiles()
        #expect(try await loader.poster("/a.jpg", width: 92) == .sample)
        #expect(service.sending.calls.count == 1)
    }

    @Test func `the posters in memory have a limit, and the one that was used last stays`() async throws {
        service.sending.always(.value(.image(.sample)))
        let loader = loader(maximumMemory: Poster.sample.bytes.count * 2)
        for name in ["a", "b", "a", "c"] { _ = try await loader.poster("/\(name).jpg", width: 92) }
        removeFiles()
        for name in ["a", "c", "b"] { _ = try await loader.poster("/\(name).jpg", width: 92) }
        #expect(service.sending.calls == ["a", "b", "c", "b"].map { "/t/p/w92/\($0).jpg?" })
    }

    @Test func `MV-12 another service has posters of its own`() async throws {
        service.sending.answers(.value(.image(.png(width: 1))), .value(.image(.png(width: 2))))
        let other = MoviesConfiguration.other(images: "http://other.example.org")
        #expect(try await loader().poster("/a.jpg", width: 92) == .png(width: 1))
        #expect(try await loader(other).poster("/a.jpg", width: 92) == .png(width: 2))
        #expect(try await loader().poster("/a.jpg", width: 92) == .png(width: 1))
        #expect(service.sending.calls.count == 2)
    }

    @Test(arguments: [
        HTTPResponse(status: 200), .text("<html>Log in</html>"), .image(.sample, type: "text/html"),
        .image(Poster(Poster.sample.bytes.dropLast())), .image(Poster([0xFF, 0xD8, 0xFF, 0xE0])),
        .image(.png(width: 0)), .image(Poster(Array("GIF89a".utf8)), type: "image/gif"),
    ])
    func `MV-12 an answer that is no image is a failure, and is not kept`(answer: HTTPResponse) async throws {
        service.sending.answers(.value(answer))
        service.sending.always(.value(.image(.sample)))
        await #expect(throws: MoviesError.failed) { try await loader().poster("/a.jpg", width: 92) }
        #expect(try await loader().poster("/a.jpg", width: 92) == .sample)
        #expect(service.sending.calls.count == 2)
    }

    @Test(arguments: ["image/jpeg", "IMAGE/JPEG; q=1", nil]) func `MV-12 an image without a type is one, too`(
        type: String?
    ) async throws {
        let jpeg = Poster([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 100) + [0xFF, 0xD9, 0])
        service.sending.always(.value(.image(jpeg, type: type)))
        #expect(try await loader().poster("/a.jpg", width: 92) == jpeg)
    }

    @Test func `MV-12 a file on disk that is no image counts as none`() async throws {
        let disk = DiskCache(folder, maximumBytes: 1_000_000, files: files)
        try await disk.store(Data("damaged".utf8), for: "http://images.example.org w92 /a.jpg")
        service.sending.always(.value(.image(.sample)))
        #expect(try await loader().poster("/a.jpg", width: 92) == .sample)
        #expect(service.sending.calls.count == 1)
    }

    @Test func `a failure is not kept`() async throws {
        service.sending.answers(.value(HTTPResponse(status: 404)), .error(HTTPError(.notConnected)))
        service.sending.always(.value(.image(Poster.sample)))
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
        service.sending.always(.value(.image(.png(width: 2))))
        service.sending.release(.value(.image(Poster.sample)))
        for load in loads { #expect(try await load.value == Poster.sample) }
        #expect(service.sending.calls.count == 1)
    }

    @Test func `at most six requests are on their way at the same time`() async throws {
        service.sending.always(.wait)
        let loader = loader()
        let loads = (0..<40).map { number in Task { try await loader.poster("/\(number).jpg", width: 92) } }
        await service.sending.called(times: 6)
        for next in 7...40 {
            service.sending.release(.value(.image(Poster.sample)))
            await service.sending.called(times: next)
        }
        for _ in 0..<6 { service.sending.release(.value(.image(Poster.sample))) }
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
        service.sending.always(.value(.image(Poster.sample)))
        #expect(try await loader.poster("/0.jpg", width: 92) == Poster.sample)
    }
}
