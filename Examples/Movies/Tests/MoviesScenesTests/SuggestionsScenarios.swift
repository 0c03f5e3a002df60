import CIS
import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-03, MV-27, MV-30, MV-31, MV-34, MV-35, MV-41: the search field and the suggestions below it.
@MainActor @Suite struct SuggestionsScenarios {
    private let suggestions = ChildPlace<MoviesList, Suggestions>.child(of: \.suggestions)

    @Test func `MV-30 MV-31 MV-41 the suggestions are there as long as the user is in the search field`() async {
        await given("a new list", Movies(), .init()) { test in
            await test.when("the search field is entered", .searchFocused)
            test.then(\.isSearching == true, \.suggestions.isPresented == true, mutations: [.searchEntered])
            weak let child = test.child(of: \.suggestions, as: Suggestions.self)
            await test.when("it is entered again", .searchFocused)
            test.then("the suggestions stay", \.suggestions.number == 1)
            test.expect("it is the same", child != nil && child === test.child(of: \.suggestions, as: Suggestions.self))
            await test.when("it is left", .searchUnfocused)
            test.then("they are gone", \.isSearching == false, \.suggestions.isPresented == false)
            test.expect("and freed", child == nil)
        }
    }

    @Test func `MV-27 MV-35 a suggestion is searched, and closes the suggestions`() async {
        await given("the suggestions are shown", Movies(), .init()) { test in
            await test.given(after: .textChanged("bat"), .searchFocused)
            await test.when("they appear", in: suggestions, .appeared)
            let what = await test.when("superman is tapped", in: suggestions, .rowTapped(MovieQuery("superman")))
            test.expect("the list is told", what.outputs == [.chosen(MovieQuery("superman"))])
            test.then(
                "its films", \.titles == ["superman 1.0", "superman 1.1"], \.domainState.text == "superman",
                \.isSearching == false, \.suggestions.isPresented == false, test.queries.saving == ["superman"])
        }
    }

    @Test func `MV-03 MV-34 the ten newest queries are shown when the list appears`() async {
        await given("two queries", SuggestionsList(), .init(), checking: .everything) { test in
            await test.when("the list appears", .appeared)
            let queries = [MovieQuery("batman"), MovieQuery("superman")]
            test.then("both", \.items == queries, test.queries.fetching == [10], mutations: [.fetched(queries)])
        }
    }

    @Test func `MV-34 all that the repository has is shown, also more than ten`() async {
        await given("twelve queries", SuggestionsList(), .init()) { test in
            test.queries.fetching.always(.value((0..<12).map { MovieQuery("\($0)") }))
            await test.when("the list appears", .appeared)
            test.then("all", \.items.count == 12)
        }
    }

    @Test func `MV-34 queries that are fetched again replace the old ones, and a failure leaves them`() async {
        await given("two queries are shown", SuggestionsList(), .init()) { test in
            await test.given(after: .appeared)
            test.queries.fetching.answers(.value([MovieQuery("robin")]), .error(InjectedFault()))
            await test.when("the list appears again", .appeared)
            test.then("the new one", \.items == [MovieQuery("robin")])
            await test.when("the repository fails", .appeared)
            test.then("it stays", \.items == [MovieQuery("robin")], mutations: [])
        }
    }

    @Test func `MV-34 after a failure no query is shown`() async {
        await given("a repository that fails", SuggestionsList(), .init()) { test in
            test.queries.fetching.always(.error(InjectedFault()))
            await test.when("the list appears", .appeared)
            test.then("nothing changes", \.items == [], mutations: [])
        }
    }

    @Test func `MV-35 a tap sends the query to the parent`() async {
        await given("two queries", SuggestionsList(), .init()) { test in
            await test.given(after: .appeared)
            await test.when("the first is tapped", .rowTapped(MovieQuery("batman")))
            test.then("the parent knows", \.items.count == 2, outputs: [.chosen(MovieQuery("batman"))])
        }
    }
}
