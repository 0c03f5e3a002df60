import CIS
import CISTesting
import Foundation
import MoviesDomain
import MoviesScenes
import Testing

/// MV-08, MV-18 to MV-27: rules that are checked in many orders of events, even if actions are cancelled or requests fail.
///
/// A test makes 100 runs, or 10,000 with `ORDERS=10000`, as in CI. With 1,000 or more, it also says up to how many switches
/// every order was run.
@MainActor @Suite struct EveryOrderTests {
    private let orders = ProcessInfo.processInfo.environment["ORDERS"].flatMap(Int.init) ?? 100

    private func expectCompleteUpToTwoSwitches(_ result: Exploration) {
        let mustBe = result.failingSeed == nil && orders >= 1_000
        #expect(!mustBe || result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    /// Adds rules that hold after every commit.
    private func addInvariants(_ test: SceneTest<Movies>) {
        test.invariant("the films are those of the query") { state in
            state.titles.allSatisfy { $0.hasPrefix("\(state.domainState.query.text) ") }
        }
        test.invariant("the rows are those of the pages, and each page is there once") { state in
            let pages = state.domainState.pages
            return state.titles == pages.flatMap(\.movies).map(\.title) && Set(pages.map(\.page)).count == pages.count
        }
        test.invariant("an alert is shown only when nothing is being loaded") { state in
            state.alert == nil || state.domainState.loading == .none
        }
        test.invariant("the suggestions are there when the user is in the search field") { state in
            state.isSearching == state.suggestions.isPresented
        }
    }

    @Test func `MV-19 MV-25 in whatever order searches, pages and cancellations meet, no spinner and no alert is left`()
        async
    {
        let result = await explore(
            // MV-02: a query that cannot be saved changes nothing.
            Movies(), .init(), seeds: orders, injecting: [.cancellations, .faults], ignoringErrorsOf: ["save"]
        ) { test in
            addInvariants(test)
            test.movies.cached.always(.compute { $0.hasSuffix(" 1") ? .sample($0) : nil })
            await test.when(.textChanged("batman"))
            await test.when(
                concurrently: .searchTapped, .lastRowShown, .searchFocused, .suggestionChosen(MovieQuery("superman")),
                .cancelTapped, .lastRowShown)
            test.then(\.domainState.loading == .none, \.alert == nil)
            await test.when(.suggestionChosen(MovieQuery("superman")), .lastRowShown)
            test.then(\.items.count == 4, \.domainState.currentPage == 2, \.domainState.loading == .none)
        }
        // Six actions have 720 orders without a switch, and more than 11,000 with up to two: this one is sampled.
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
    }

    @Test func `MV-19 MV-25 in every order of two searches and a cancellation, no spinner is left`() async {
        let result = await explore(Movies(), .init(), switches: 2) { test in
            addInvariants(test)
            await test.when(.textChanged("batman"))
            await test.when(concurrently: .searchTapped, .suggestionChosen(MovieQuery("superman")), .cancelTapped)
            test.then(\.domainState.loading == .none, \.alert == nil)
        }
        #expect(result.failingSeed == nil && result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test func `MV-08 MV-20 a slow cache and a fast service end with the fresh films of the last search`() async {
        let result = await explore(Movies(), .init(), seeds: orders) { test in
            addInvariants(test)
            test.movies.cached.always(.compute { .sample($0, totalPages: 9, films: 3) })
            await test.when(.textChanged("batman"))
            await test.when(inOrder: .searchTapped, .lastRowShown, .suggestionChosen(MovieQuery("superman")))
            test.then(\.titles == ["superman 1.0", "superman 1.1"], \.domainState.totalPages == 3, \.alert == nil)
        }
        #expect(result.failingSeed == nil && result.orders > 1, "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }

    @Test func `MV-35 in whatever order a suggestion is chosen and the field is left, the suggestions are gone`() async
    {
        let result = await explore(
            // MV-02: a query that cannot be saved changes nothing.
            Movies(), .init(), seeds: orders, injecting: [.cancellations, .faults], ignoringErrorsOf: ["save"]
        ) { test in
            addInvariants(test)
            await test.when(.searchFocused)
            let child = ChildPlace<MoviesList, Suggestions>.child(of: \.suggestions)
            await test.when(in: child, .appeared, .rowTapped(MovieQuery("superman")))
            await test.when(concurrently: .searchUnfocused, .lastRowShown, .rowTapped(.init(page: 1, position: 0)))
            test.then(\.suggestions.isPresented == false, \.domainState.query.text == "superman")
            test.then(\.domainState.loading == .none, \.details.isPresented == true)
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        expectCompleteUpToTwoSwitches(result)
    }
}
