import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-02, MV-17 to MV-22, MV-28, MV-32: searching.
@MainActor @Suite struct MoviesListScenarios {
    @Test func `MV-17 a new list is empty, and nothing is being loaded`() async {
        await given("a new list", Movies(), .init()) { test in
            test.then(
                "there is nothing", \.items == [], \.content == .empty, \.alert == nil, \.domainState.query.text == "",
                \.domainState.currentPage == 0, \.domainState.totalPages == 1, \.domainState.nextPage == 1,
                \.domainState.hasMorePages == true, \.domainState.loading == .none)
        }
    }

    @Test func `MV-02 MV-18 a search shows the first page, and the query is saved`() async {
        await given("batman is typed", Movies(), .init(), checking: .everything) { test in
            await test.given(after: .textChanged("batman"))
            await test.when("the search button is tapped", .searchTapped)
            let page = MoviesPage.sample("batman 1")
            test.then(
                "two films of three pages", \.titles == ["batman 1.0", "batman 1.1"], \.domainState.pages == [page],
                \.domainState.query.text == "batman", \.domainState.currentPage == 1, \.domainState.totalPages == 3,
                \.domainState.loads == 1, \.searchBegan.value == MovieQuery("batman"), \.items.count == 2,
                test.movies.cached == ["batman 1"],
                test.movies.fetching == ["batman 1"], test.queries.saving == ["batman"],
                mutations: [.searchStarted(MovieQuery("batman")), .pageReceived(.fresh(page))])
        }
    }

    @Test func `MV-18 MV-31 an empty text is not searched`() async {
        await given("nothing is typed", Movies(), .init()) { test in
            await test.when("the search button is tapped", .searchTapped)
            test.then("nothing happens", \.content == .empty, mutations: [], calls: [])
        }
    }

    @Test func `MV-18 the same text again is searched again, from the first page`() async {
        await given("two pages are shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped, .lastRowShown)
            test.then(\.domainState.currentPage == 2, \.items.count == 4)
            await test.when("the search button is tapped again", .searchTapped)
            test.then("the first page", \.titles == ["batman 1.0", "batman 1.1"], \.domainState.currentPage == 1)
            test.movies.fetching.expectCalls("batman 1")
        }
    }

    @Test func `MV-18 a page without films is shown as such`() async {
        await given("a service without films", Movies(), .init()) { test in
            test.movies.fetching.always(.value(.sample("batman 1", totalPages: 1, films: 0)))
            await test.when("batman is searched", .textChanged("batman"), .searchTapped)
            test.then(
                "the list is empty", \.content == .empty, \.items == [], \.domainState.hasMorePages == false,
                \.alert == nil)
        }
    }

    @Test(arguments: [
        (
            "en_US", "Search for a movie by its title.", "No movies found. Try other words.",
            "Failed loading movies. Search again."
        ),
        (
            "es_ES", "Busca una película por su título.", "No se encontraron películas. Prueba con otras palabras.",
            "Error al descargar películas. Busca de nuevo."
        ),
        (
            "ko_KR", "제목으로 영화를 검색해 보세요.", "검색된 영화가 없습니다. 다른 검색어를 입력해 보세요.",
            "영화를 불러오지 못했습니다. 다시 검색해 보세요."
        ),
    ])
    func `MV-22 MV-30 an empty list says whether nothing was searched, nothing was found, or the search has failed`(
        locale: String, nothing: String, notFound: String, failed: String
    ) async {
        await given("a user with a language", Movies(), .init(Wording(locale: locale))) { test in
            test.then("nothing was searched", \.emptyText == nothing)
            test.movies.fetching.answers(
                .value(.sample("batman 1", totalPages: 1, films: 0)), .error(MoviesError.failed), .wait)
            await test.when("nothing is found", .textChanged("batman"), .searchTapped)
            test.then("it is said", \.content == .empty, \.emptyText == notFound)
            await test.when("the search fails, and the alert is closed", .searchTapped, .alertClosed)
            test.then("it is said", \.content == .empty, \.emptyText == failed)
            await test.when("the next search is cancelled", .searchTapped, .cancelTapped)
            test.then("there is no result", \.content == .empty, \.emptyText == nothing)
        }
    }

    @Test func `MV-18 each search that begins is an event, also one for the same text`() async {
        await given("a front end", Movies(), .init()) { test in
            var begun: [MovieQuery] = []
            let token = test.scene.observePulse(\.searchBegan) { begun.append($0) }
            await test.when(
                "three searches", .textChanged("batman"), .searchTapped, .searchTapped,
                .suggestionChosen(MovieQuery("superman")))
            test.expect("three events", begun.map(\.text) == ["batman", "batman", "superman"])
            token.cancel()
        }
    }

    @Test func `MV-08 MV-20 the page of the cache is shown until the fresh one is there`() async {
        await given("batman was searched before", Movies(), .init()) { test in
            let old = MoviesPage.sample("batman 1", prefix: "old ")
            test.movies.cached.always(.value(old))
            test.movies.fetching.answers(.wait)
            await test.when("batman is searched", .textChanged("batman"), .searchTapped)
            test.then(
                "the old films, and a spinner", \.titles == ["old batman 1.0", "old batman 1.1"],
                \.content == .list(hasSpinner: true), \.domainState.loading == .fullScreen, test.queries.saving == [])
            test.movies.fetching.release(.value(.sample("batman 1")))
            await test.settle()
            test.then(
                "the new films instead", \.titles == ["batman 1.0", "batman 1.1"],
                \.content == .list(hasSpinner: false),
                \.domainState.pages == [.sample("batman 1")], test.queries.saving == ["batman"])
        }
    }

    @Test func `MV-20 a page with the same number is replaced, and goes to the end`() async {
        await given("two pages are shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped, .lastRowShown)
            test.movies.fetching.answers(.value(.sample("batman 1", films: 1, prefix: "new ")))
            await test.when("the service sends the first page again", .lastRowShown)
            test.then(
                "it is the last", \.titles == ["batman 2.0", "batman 2.1", "new batman 1.0"],
                \.domainState.currentPage == 1)
            test.expect("each page is there once", test.state.domainState.pages.map(\.page) == [2, 1])
        }
    }

    @Test func `MV-21 after a failure the films of the cache stay, and the query is not saved`() async {
        await given("batman was searched before, and the service fails", Movies(), .init()) { test in
            let old = MoviesPage.sample("batman 1")
            test.movies.cached.always(.value(old))
            test.movies.fetching.always(.error(MoviesError.failed))
            await test.when("batman is searched", .textChanged("batman"), .searchTapped)
            test.then(
                "an alert over the old films", \.alert == "Failed loading movies", \.items.count == 2,
                \.content == .list(hasSpinner: false), test.queries.saving == [],
                mutations: [
                    .textChanged("batman"), .searchStarted(MovieQuery("batman")), .pageReceived(.cached(old)),
                    .loadFailed(.failed),
                ])
            await test.when("it is closed", .alertClosed)  // MV-32
            test.then("no alert", \.alert == nil, mutations: [.alertClosed])
        }
    }

    @Test(arguments: [
        ("en_US", "No internet connection", "Failed loading movies"),
        ("es_ES", "Sin conexión a internet", "Error al descargar películas"),
        ("ko_KR", "인터넷에 연결되어 있지 않습니다", "영화를 불러오지 못했습니다"),
        ("fr_FR", "No internet connection", "Failed loading movies"),
    ])
    func `MV-22 an error is worded in the language of the user`(locale: String, offline: String, other: String) async {
        await given("a user with a language", Movies(), .init(Wording(locale: locale))) { test in
            test.movies.fetching.answers(.error(MoviesError.notConnected), .error(MoviesError.failed))
            test.movies.fetching.always(.error(InjectedFault()))
            await test.when("there is no connection", .textChanged("batman"), .searchTapped)
            test.then("it is said", \.alert == offline, \.domainState.loading == .none)
            await test.when("something else is wrong", .searchTapped)
            test.then("it is said", \.alert == other)
            await test.when("something unforeseen is wrong", .searchTapped)
            test.then("it is said", \.alert == other, \.content == .empty)
        }
    }

    @Test func `MV-32 a new search closes the alert of the one before`() async {
        await given("a search has failed", Movies(), .init()) { test in
            test.movies.fetching.answers(.error(MoviesError.failed), .wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("it is tried again", .searchTapped)
            test.then("a spinner instead", \.alert == nil, \.content == .spinner)
        }
    }

    @Test func `MV-02 every page saves the query again, and a failure to save changes nothing`() async {
        await given("queries cannot be saved", Movies(), .init()) { test in
            test.queries.saving.always(.error(InjectedFault()))
            await test.when("two pages are loaded", .textChanged("batman"), .searchTapped, .lastRowShown)
            test.then(
                "four films, no alert", \.items.count == 4, \.alert == nil, \.domainState.loading == .none,
                test.queries.saving == ["batman", "batman"])
        }
    }

    @Test(arguments: [
        ("en_US", "Release Date: Jan 31, 2026", "To be announced"),
        ("es_ES", "Fecha de lanzamiento: 31 ene 2026", "Para ser anunciado"),
        ("ko_KR", "개봉일: 2026. 1. 31.", "미정"),
        ("en_GB", "Release Date: 31 Jan 2026", "To be announced"),
    ])
    func `MV-28 a film is a row of texts in the language of the user`(locale: String, date: String, none: String) async
    {
        await given("a user with a language", Movies(), .init(Wording(locale: locale))) { test in
            let film = Movie(
                id: "1", title: "A", posterPath: "/a.jpg", overview: "B",
                releaseDate: CalendarDay(year: 2026, month: 1, day: 31))
            let page = MoviesPage(page: 1, totalPages: 1, movies: [film, Movie(id: "1")])
            test.movies.fetching.always(.value(page))
            await test.when("films are found", .textChanged("a"), .searchTapped)
            let rows = test.state.items
            test.expect("title and overview", rows.map(\.title) == ["A", ""] && rows.map(\.overview) == ["B", ""])
            test.expect("the poster", rows.map(\.posterPath) == ["/a.jpg", nil])
            test.expect("the day", rows.map(\.date) == [date, none])
            test.expect("rows of one film differ", Set(rows.map(\.id)).count == 2)
        }
    }
}
