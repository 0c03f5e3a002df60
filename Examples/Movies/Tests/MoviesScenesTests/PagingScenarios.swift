import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-19, MV-23 to MV-25: the next page, cancelling, and loads that overlap.
@MainActor @Suite struct PagingScenarios {
    @Test func `MV-23 when the last row is shown the next page is loaded`() async {
        await given("the first page is shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped)
            test.movies.fetching.answers(.wait)
            await test.when("the last row is shown", .lastRowShown)
            test.then(
                "a spinner below the films", \.content == .list(hasSpinner: true), \.domainState.loading == .nextPage,
                mutations: [.nextPageStarted])
            test.movies.fetching.release(.value(.sample("batman 2")))
            await test.settle()
            test.then(
                "two films more", \.titles == ["batman 1.0", "batman 1.1", "batman 2.0", "batman 2.1"],
                \.content == .list(hasSpinner: false), \.domainState.currentPage == 2)
        }
    }

    @Test func `MV-23 after the last page nothing more is loaded`() async {
        await given("the only page is shown", Movies(), .init()) { test in
            test.movies.fetching.always(.value(.sample("batman 1", totalPages: 1)))
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("the last row is shown", .lastRowShown)
            test.then("nothing happens", \.domainState.hasMorePages == false, mutations: [], calls: [])
        }
    }

    @Test func `MV-23 before the first page there is no next one`() async {
        await given("nothing was searched", Movies(), .init()) { test in
            await test.when("the end of the list is shown", .lastRowShown)
            test.then("nothing happens", \.content == .empty, mutations: [], calls: [])
        }
    }

    @Test func `MV-23 during a load no next page is loaded, the load goes on, and the end is remembered once`() async {
        await given("a service that takes its time", Movies(), .init()) { test in
            test.movies.cached.always(.value(.sample("batman 1")))
            test.movies.fetching.always(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("the last row is shown twice", inOrder: .lastRowShown, .lastRowShown)
            test.then("it is remembered", \.domainState.isEndShown == true, mutations: [.endShown])
            test.expect("the search goes on", test.movies.fetching.held == ["batman 1"])
        }
    }

    @Test func `MV-23 the end that was reached while a page was loading is followed by the next page`() async {
        await given("a page of the cache, and a service that takes its time", Movies(), .init()) { test in
            test.movies.cached.answers(.value(.sample("batman 1")))
            test.movies.fetching.answers(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("the last row is shown", .lastRowShown)
            test.then("the page of the cache", \.items.count == 2, \.content == .list(hasSpinner: true))
            test.movies.fetching.release(.value(.sample("batman 1")))
            await test.settle()
            test.then(
                "the next page, too", \.titles == ["batman 1.0", "batman 1.1", "batman 2.0", "batman 2.1"],
                \.domainState.currentPage == 2, \.domainState.loading == .none, \.domainState.isEndShown == false)
        }
    }

    @Test func `MV-23 an end that is the end no more when its load has ended is followed by nothing`() async {
        await given("a page of the cache, and a service that takes its time", Movies(), .init()) { test in
            test.movies.cached.answers(.value(.sample("batman 1")))
            test.movies.fetching.answers(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("the last row is shown", .lastRowShown)
            test.movies.fetching.release(.value(.sample("batman 1", films: 3)))
            await test.settle()
            test.then("only the fresh page", \.items.count == 3, \.domainState.currentPage == 1)
        }
    }

    @Test func `MV-21 MV-23 the end that was reached during a load that fails is followed by nothing`() async {
        await given("a page of the cache, and a service that takes its time", Movies(), .init()) { test in
            test.movies.cached.answers(.value(.sample("batman 1")))
            test.movies.fetching.answers(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped, .lastRowShown)
            test.movies.fetching.release(.error(MoviesError.failed))
            await test.settle()
            test.then("an alert over the page of the cache", \.items.count == 2, \.alert == "Failed loading movies")
            await test.when("the last row is shown again", .lastRowShown)
            test.then("the next page", \.items.count == 4, \.alert == nil)
        }
    }

    @Test func `MV-31 what is being typed stays while a next page is loaded`() async {
        await given("the user types something else", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped, .searchFocused, .textChanged("super"))
            await test.when("the last row is shown", .lastRowShown)
            test.then(
                "films of the old query, and the new text", \.items.count == 4, \.domainState.text == "super",
                \.domainState.query.text == "batman", \.isSearching == true)
        }
    }

    @Test func `MV-24 MV-25 D14 cancelling ends the load without an alert, and the list stays`() async {
        await given("a next page is being loaded", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped, .searchFocused)
            test.movies.fetching.answers(.wait)
            await test.given(after: .lastRowShown, .textChanged("super"))
            await test.when("cancel is tapped", .cancelTapped)
            test.then(
                "the films, the page and their query stay", \.items.count == 2, \.domainState.currentPage == 1,
                \.domainState.text == "batman", \.domainState.loading == .none, \.alert == nil,
                \.isSearching == false, mutations: [.searchCancelled])
            test.expect("the request is cancelled", test.movies.fetching.held.isEmpty)
        }
    }

    @Test func `MV-08 MV-25 a load that is cancelled before the service is asked never asks it`() async {
        await given("a cache that takes its time", Movies(), .init()) { test in
            test.movies.cached.always(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("cancel is tapped", .cancelTapped)
            test.movies.cached.release(.value(.sample("batman 1")))
            await test.settle()
            test.then(
                "nothing is shown, and nothing is being loaded", \.content == .empty, \.alert == nil,
                \.domainState.loading == .none, test.movies.fetching == [])
        }
    }

    @Test func `MV-25 D14 a load that is cancelled from outside ends its spinner and says nothing`() async {
        await given("a service that takes its time", Movies(), .init()) { test in
            test.movies.fetching.answers(.wait)
            await test.given(after: .textChanged("batman"))
            let search = test.scene.execute(.searchTapped)
            await test.settle()
            test.then("a spinner", \.content == .spinner)
            search.cancel()
            await test.settle()
            test.then("no spinner, no alert", \.content == .empty, \.alert == nil)
        }
    }

    @Test func `MV-19 MV-25 D14 a newer search cancels the one before without an alert`() async {
        await given("a service that takes its time", Movies(), .init()) { test in
            test.movies.fetching.always(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            await test.when("superman is searched", .textChanged("superman"), .searchTapped)
            test.expect("the first request is cancelled", test.movies.fetching.held == ["superman 1"])
            test.then("a spinner, no alert", \.content == .spinner, \.alert == nil)
            test.movies.fetching.release(.value(.sample("superman 1")))
            await test.settle()
            test.then("its films", \.titles == ["superman 1.0", "superman 1.1"], \.domainState.loading == .none)
        }
    }

    @Test func `MV-23 a next page that begins while the query is being saved keeps its spinner`() async {
        await given("queries are saved slowly", Movies(), .init()) { test in
            test.queries.saving.answers(.wait)
            await test.given(after: .textChanged("batman"), .searchTapped)
            test.movies.fetching.answers(.wait)
            await test.when("the last row is shown", .lastRowShown)
            test.queries.saving.release(.value(()))
            await test.settle()
            test.then("the next page is still being loaded", \.domainState.loading == .nextPage)
        }
    }

    @Test func `MV-19 a newer search cancels a next page`() async {
        await given("a next page is being loaded", Movies(), .init()) { test in
            await test.given(after: .textChanged("batman"), .searchTapped)
            test.movies.fetching.always(.wait)
            await test.given(after: .lastRowShown)
            await test.when("superman is searched", .textChanged("superman"), .searchTapped)
            test.expect("only its request is on its way", test.movies.fetching.held == ["superman 1"])
            test.then("the old films are gone", \.items == [], \.content == .spinner)
        }
    }
}
