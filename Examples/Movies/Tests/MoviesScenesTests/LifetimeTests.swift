import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-41: only the front end owns the first screen. A screen owns its children only as long as its state presents them.
@MainActor @Suite struct LifetimeTests {
    @Test func `MV-41 releasing the list releases all of its parts, also with children`() async {
        await expectNoLeaks {
            let scene = MoviesList.assemble(
                worker: Repositories(
                    movies: MoviesDouble(), recentQueries: QueriesDouble(), posters: PostersDouble()))
            await scene.execute(.textChanged("batman")).value
            await scene.execute(.searchTapped).value
            await scene.execute(.rowTapped(.init(page: 1, position: 0))).value
            await scene.execute(.searchFocused).value
            return scene
        }
    }

    @Test func `MV-41 a list that is released during a search cancels it`() async {
        let movies = MoviesDouble()
        movies.fetching.always(.wait)
        var scene: SceneRuntime? = MoviesList.assemble(
            worker: Repositories(movies: movies, recentQueries: QueriesDouble(), posters: PostersDouble()))
        weak let released = scene
        scene?.execute(.textChanged("batman"))
        let search = scene?.execute(.searchTapped)
        await movies.fetching.called()
        scene = nil
        await search?.value
        #expect(released == nil && search?.isCancelled == true && movies.fetching.held.isEmpty)
    }
}
