import CIS
import CISTesting
import Foundation
import MoviesApp
import MoviesData
import MoviesScenes
import MoviesServer
import Testing

/// The screens together with the server, a real transport and a folder of their own.
@MainActor @Suite struct MoviesServerTests {
    private let store = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")

    private func app(_ server: MoviesServer) -> MoviesApp {
        MoviesApp(
            MoviesConfiguration(api: server.url, images: server.url, key: "any", language: "en"), folder: store)
    }

    @Test func `MV-05 MV-12 films and posters come from the server`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let server = try MoviesServer(port: 0)
        let app = app(server)
        let list = app.moviesList()
        await list.execute(.textChanged("The silent")).value
        await list.execute(.searchTapped).value
        #expect(list.state.items.count == 20 && list.state.domainState.totalPages == 2 && list.state.alert == nil)
        await list.execute(.lastRowShown).value
        #expect(list.state.items.count == 25)
        var drawn: [Int?] = []
        let slot = app.posterSlot(decode: { $0.bytes.count }) { drawn.append($0) }
        await slot.show(list.state.items[0].posterPath, width: 92)?.value
        #expect(drawn.count == 2 && drawn[1] ?? 0 > 1_000)
    }

    @Test func `D13 MV-21 each search is answered as asked for, and films of the cache stay`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let server = try MoviesServer(port: 0, answers: [.error, .ok, .broken])
        let list = app(server).moviesList()
        await list.execute(.textChanged("harbour")).value
        await list.execute(.searchTapped).value
        #expect(list.state.alert == "Failed loading movies" && list.state.items.isEmpty)
        await list.execute(.searchTapped).value
        #expect(list.state.alert == nil && list.state.items.count == 12)
        await list.execute(.searchTapped).value
        #expect(list.state.alert == "Failed loading movies" && list.state.items.count == 12)
    }

    @Test func `a slow answer takes three seconds, and the cache none`() async throws {
        defer { try? FileManager.default.removeItem(at: store) }
        let clock = ManualClock()
        let server = try MoviesServer(port: 0, answers: [.ok, .slow], clock: clock)
        let list = app(server).moviesList()
        await list.execute(.textChanged("harbour")).value
        await list.execute(.searchTapped).value
        let search = list.execute(.searchTapped)
        await clock.sleepers(1)
        #expect(list.state.items.count == 12 && list.state.domainState.loading == .fullScreen)
        await clock.advance(by: .seconds(3))
        await search.value
        #expect(list.state.items.count == 12 && list.state.domainState.loading == .none)
    }

    @Test func `the options are understood, or named`() throws {
        let options = try ServerOptions(["--port", "8080", "--answers", "slow,error"])
        #expect(options.port == 8080 && options.answers == [.slow, .error])
        for (words, sentence) in [
            (["--port"], "--port lacks its value. --help says what it may be."),
            (["--port", "70000"], "--port 70000: write a port from 0 to 65535; 0 is any that is free."),
            (["--answers"], "--answers lacks its value. --help says what it may be."),
            (["8080"], "“8080” is no option. --help lists them."),
        ] {
            let error = #expect(throws: ServerOptions.Misuse.self) { try ServerOptions(words) }
            #expect(error?.description == sentence)
        }
        let error = #expect(throws: ServerOptions.Misuse.self) { try ServerOptions(["--answers", "fast"]) }
        #expect(error?.description.hasPrefix("--answers: “fast” is not a kind of answer.") == true)
    }
}
