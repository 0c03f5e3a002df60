import CIS
import CISTesting
import CISWorkers
import Foundation
import MoviesApp
import MoviesData
import MoviesDomain
import MoviesScenes
import Testing

/// MV-38 to MV-41: the screens with the real data, in a folder of their own.
@MainActor @Suite struct MoviesAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
    private let service = Service()

    private func app() -> MoviesApp {
        MoviesApp(.sample, folder: folder, wording: Wording(locale: "ko_KR"), transport: service)
    }

    @Test func `MV-38 MV-39 MV-40 MV-42 what was found and searched is there after a restart, without a connection`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        service.sending.answers(.value(.page(1, of: 1, ids: [1, 2, 3])))
        let first = app().moviesList()
        await first.execute(.textChanged("batman")).value
        await first.execute(.searchTapped).value
        #expect(first.state.items.count == 3 && first.state.alert == nil)

        service.sending.always(.error(HTTPError(.notConnected)))
        let second = app().moviesList()
        await second.execute(.searchFocused).value
        let suggestions = try #require(second.child(of: \.suggestions, as: Suggestions.self))
        await suggestions.execute(.appeared).value
        #expect(suggestions.state.items == [MovieQuery("batman")])
        await second.execute(.suggestionChosen(MovieQuery("batman"))).value
        #expect(second.state.items == first.state.items && second.state.items.count == 3)
        #expect(second.state.alert == "인터넷에 연결되어 있지 않습니다")
    }

    /// Searches a text, and returns the number of films that are found.
    private func films(_ app: MoviesApp, _ text: String) async -> Int {
        let list = app.moviesList()
        await list.execute(.textChanged(text)).value
        await list.execute(.searchTapped).value
        return list.state.items.count
    }

    @Test func `MV-08 a first search that was prepared does not list the folder of the answers`() async {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (prepared, unprepared) = (app(), app())
        await prepared.prepare()
        // The folder gets an answer that the prepared app does not know.
        service.sending.answers(.value(.page(1, of: 1, ids: [1, 2, 3])))
        #expect(await films(app(), "batman") == 3)
        service.sending.always(.error(HTTPError(.notConnected)))
        #expect(await films(prepared, "batman") == 0)
        #expect(await films(unprepared, "batman") == 3)
    }

    @Test func `MV-33 MV-39 a row gets its poster from the service`() async {
        defer { try? FileManager.default.removeItem(at: folder) }
        service.sending.always(.value(.image(Poster.sample)))
        var drawn: [Poster?] = []
        let slot = app().posterSlot(decode: { $0 }) { drawn.append($0) }
        await slot.show("/a.jpg", width: 100)?.value
        #expect(drawn == [nil, Poster.sample])
    }
}
