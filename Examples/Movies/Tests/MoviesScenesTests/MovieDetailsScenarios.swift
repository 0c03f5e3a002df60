import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-26, MV-36, MV-37: one film.
@MainActor @Suite struct MovieDetailsScenarios {
    private let film = Movie(id: "1", title: "A", posterPath: "/a.jpg", overview: "B")
    private let details = ChildPlace<MoviesList, MovieDetails>.child(of: \.details)

    @Test func `MV-26 MV-31 a tapped row opens its film and leaves the search field`() async {
        await given("two pages are shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped, .lastRowShown, .searchFocused)
            await test.when("the third row is tapped", .rowTapped(MoviesList.Row.ID(page: 2, position: 0)))
            test.then("its film", in: details, \.title == "batman 2.0")
            test.then(\.isSearching == false, \.suggestions.isPresented == false, \.items.count == 4)
            await test.when("it is closed", in: details, .closeTapped)
            test.then("the list", \.details.isPresented == false, \.items.count == 4)
        }
    }

    @Test(arguments: [MoviesList.Row.ID(page: 9, position: 0), MoviesList.Row.ID(page: 1, position: 2)])
    func `MV-26 a row that is no more there opens nothing`(id: MoviesList.Row.ID) async {
        await given("a page is shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("a row is tapped that is gone", .rowTapped(id))
            test.then("nothing happens", \.details.isPresented == false, mutations: [])
        }
    }

    @Test func `MV-36 a film is shown with title, overview and a place for its poster`() async {
        await given("a film", Details(), .init(film)) { test in
            test.then(
                "its texts", \.title == "A", \.date == "To be announced", \.overview == "B", \.isPosterHidden == false,
                \.poster == nil)
        }
    }

    @Test func `MV-28 MV-36 the details have the day of the row, in the language of the user`() async {
        await given("a user with a language", Movies(), .init(Wording(locale: "es_ES"))) { test in
            let film = Movie(id: "1", title: "A", releaseDate: CalendarDay(year: 2026, month: 1, day: 31))
            test.movies.fetching.always(.value(MoviesPage(page: 1, totalPages: 1, movies: [film])))
            await test.given(after: .textChanged("a"), .searchTapped)
            await test.when("the film is opened", .rowTapped(MoviesList.Row.ID(page: 1, position: 0)))
            test.then("its day", in: details, \.date == "Fecha de lanzamiento: 31 ene 2026")
        }
    }

    @Test func `MV-36 a film of which nothing is known has no texts and no place for a poster`() async {
        await given("a film of which nothing is known", Details(), .init(Movie(id: "1"))) { test in
            test.then("no texts, no place", \.title == "", \.overview == "", \.isPosterHidden == true)
        }
    }

    @Test func `MV-37 the poster is loaded in the width in which it is shown`() async {
        await given("a film", Details(), .init(film), checking: .everything) { test in
            await test.when("the screen has its size", .laidOut(width: 300))
            let poster = Poster(Array("/a.jpg 300".utf8))
            test.then(
                "the poster", \.poster == poster, test.posters.loading == ["/a.jpg 300"],
                mutations: [.posterLoaded(poster)])
        }
    }

    @Test func `MV-37 a new width cancels the load before`() async {
        await given("a poster is being loaded", Details(), .init(film)) { test in
            test.posters.loading.always(.wait)
            await test.given(after: .laidOut(width: 300))
            await test.when("the window becomes wider", .laidOut(width: 600))
            test.expect("only the second is being loaded", test.posters.loading.held == ["/a.jpg 600"])
            test.posters.loading.release(.value(Poster([6])))
            await test.settle()
            test.then("the second", \.poster == Poster([6]))
        }
    }

    @Test func `MV-37 without a path nothing is loaded`() async {
        await given("a film without a poster", Details(), .init(Movie(id: "1"))) { test in
            await test.when("the screen has its size", .laidOut(width: 300))
            test.then("nothing happens", \.poster == nil, mutations: [], calls: [])
        }
    }

    @Test func `MV-37 a failure changes nothing`() async {
        await given("a poster that cannot be loaded", Details(), .init(film)) { test in
            test.posters.loading.always(.error(MoviesError.failed))
            await test.when("the screen has its size", .laidOut(width: 300))
            test.then("no poster", \.poster == nil, mutations: [])
        }
    }
}
