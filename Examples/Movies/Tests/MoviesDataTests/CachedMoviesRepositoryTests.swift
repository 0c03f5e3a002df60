import CISTesting
import CISWorkers
import Foundation
import MoviesData
import MoviesDomain
import Synchronization
import Testing

/// MV-05, MV-08, MV-09, MV-13 to MV-16: searching with cache and service.
@Suite struct CachedMoviesRepositoryTests {
    @Test func `MV-05 MV-13 the request has query, page, key and language, each escaped`() async {
        let service = Service()
        service.sending.always(.value(.page(2, ids: [7])))
        #expect(await CachedMoviesRepository(service).all("a b+c&d", page: 2) == [#"fresh ["7"]"#])
        #expect(
            service.sending.calls == ["/3/search/movie?api_key=k%2By%26&language=ko&query=a%20b%2Bc%26d&page=2"])
    }

    @Test func `MV-08 the service is always asked, and its answer replaces the one of the cache`() async {
        let service = Service()
        service.sending.answers(.value(.page(1, ids: [1, 2])), .value(.page(1, ids: [3])), .value(.page(1, ids: [4])))
        let repository = CachedMoviesRepository(service)
        #expect(await repository.all("a") == [#"fresh ["1", "2"]"#])
        #expect(await repository.all("a") == [#"cached ["1", "2"]"#, #"fresh ["3"]"#])
        #expect(await repository.all("a") == [#"cached ["3"]"#, #"fresh ["4"]"#])
    }

    @Test func `MV-08 MV-09 another query, another case and another page have answers of their own`() async {
        let service = Service()
        service.sending.always(.value(.page(1, ids: [1])))
        let repository = CachedMoviesRepository(service)
        for (query, page) in [("a", 1), ("A", 1), ("a", 2), ("a ", 1), ("1 a", 1)] {
            #expect(await repository.all(query, page: page) == [#"fresh ["1"]"#])
        }
    }

    @Test func `MV-05 MV-09 another service and another language have answers of their own`() async {
        let files = MemoryFiles()
        let service = Service()
        service.sending.always(.value(.page(1, ids: [1])))
        _ = await CachedMoviesRepository(service, files: files).all("a")
        for other in [
            MoviesConfiguration.other(language: "en"), .other(api: "http://other.example.org"),
            .other(api: "http://api.example.org/ko"),
        ] {
            let repository = CachedMoviesRepository(service, other, files: files)
            #expect(await repository.all("a") == [#"fresh ["1"]"#], "\(other)")
            #expect(await repository.all("a") == [#"cached ["1"]"#, #"fresh ["1"]"#], "\(other)")
        }
        let images = MoviesConfiguration.other(images: "http://other.example.org")
        #expect(
            await CachedMoviesRepository(service, images, files: files).all("a") == [#"cached ["1"]"#, #"fresh ["1"]"#])
    }

    @Test func `MV-09 answers outlast the program, with their films in order`() async {
        let files = MemoryFiles()
        let service = Service()
        service.sending.answers(.value(.page(1, ids: [9, 3, 7, 1, 8])), .error(HTTPError(.notConnected)))
        _ = await CachedMoviesRepository(service, files: files).all("a")
        let arrived = await CachedMoviesRepository(service, files: files).all("a")
        #expect(arrived == [#"cached ["9", "3", "7", "1", "8"]"#, "notConnected"])
    }

    @Test func `MV-08 MV-09 an answer in the cache that is damaged counts as none`() async throws {
        let files = MemoryFiles()
        let service = Service()
        service.sending.always(.value(.page(1, ids: [1])))
        _ = await CachedMoviesRepository(service, files: files).all("a")
        let entry = try #require(files.list(folder).first)
        files.replace(entry.file, with: Data("damaged".utf8), access: nil, durability: .buffered)
        #expect(await CachedMoviesRepository(service, files: files).all("a") == [#"fresh ["1"]"#])
    }

    @Test func `MV-08 a failure is no answer for the cache, and the cached one is no excuse for it`() async {
        let service = Service()
        service.sending.answers(.value(.page(1, ids: [1])), .error(HTTPError(.timedOut)), .value(.page(1, ids: [2])))
        let repository = CachedMoviesRepository(service)
        _ = await repository.all("a")
        #expect(await repository.all("a") == [#"cached ["1"]"#, "failed"])
        #expect(await repository.all("a") == [#"cached ["1"]"#, #"fresh ["2"]"#])
    }

    @Test(arguments: [
        (HTTPResponse(status: 401), "failed"), (HTTPResponse(status: 404), "failed"),
        (HTTPResponse(status: 500), "failed"), (.text(""), "failed"), (.text("{"), "failed"),
        (.text(#"{"page": 1}"#), "failed"), (.text(#"{"page": 1, "total_pages": 1, "results": [{}]}"#), "failed"),
    ])
    func `D13 MV-14 MV-15 an answer with a bad status or that cannot be read is a failure`(
        answer: HTTPResponse, error: String
    ) async {
        let service = Service()
        service.sending.always(.value(answer))
        #expect(await CachedMoviesRepository(service).all("a") == [error])
    }

    @Test func `MV-14 MV-16 only a missing connection is one, and each error is reported once, without the key`() async
    {
        let reported = Mutex<[String]>([])
        let service = Service()
        let codes: [HTTPError.Code] = [.notConnected, .connectionLost, .timedOut, .notTrusted, .invalidRequest]
        for code in codes { service.sending.answers(.error(HTTPError(code))) }
        let repository = CachedMoviesRepository(service) { error in reported.withLock { $0.append("\(error)") } }
        var shown: [String] = []
        for _ in codes { shown += await repository.all("a") }
        #expect(shown == ["notConnected", "failed", "failed", "failed", "failed"])
        #expect(reported.withLock { $0.count } == codes.count)
        #expect(reported.withLock { $0.allSatisfy { !$0.contains("k%2B") && !$0.contains("k+y") } })
    }

    @Test func `D14 MV-08 a search that is cancelled reports nothing, and nothing is cached`() async {
        let reported = Mutex(0)
        let service = Service()
        service.sending.answers(.wait)
        let repository = CachedMoviesRepository(service) { _ in reported.withLock { $0 += 1 } }
        let search = Task { await repository.all("a") }
        await service.sending.called()
        search.cancel()
        #expect(await search.value == ["CancellationError()"])
        #expect(reported.withLock { $0 } == 0)
        service.sending.always(.value(.page(1, ids: [1])))
        #expect(await repository.all("a") == [#"fresh ["1"]"#])
    }
}
