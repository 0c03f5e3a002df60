import CIS
import CISTesting
import Testing
import TouristSpotsScenes

/// TS-02, TS-07: the page that covers the list.
@MainActor @Suite(.checkingEverything) struct EmptyPageScenarios {
    private let page = ChildPlace<TouristSpots, EmptyPage>.child(of: \.emptyPage)

    @Test func `TS-07 '빈 페이지 열기' presents the empty page; a second tap leaves it as it is`() async {
        await given("one spot is shown", Spots(), .init()) { test in
            await test.given(after: .appeared)
            await test.when("'빈 페이지 열기' is tapped", .emptyPageTapped)
            test.then("the page is there", in: page, \.self == .init())
            test.then(\.emptyPage.isPresented == true, mutations: [.emptyPagePresented])
            weak let child = test.child(of: \.emptyPage, as: EmptyPage.self)
            await test.when("it is tapped again", .emptyPageTapped)
            test.then("the page stays", \.emptyPage.number == 1, mutations: [.emptyPagePresented])
            test.expect("it is the same", child != nil && child === test.child(of: \.emptyPage, as: EmptyPage.self))
        }
    }

    @Test func `TS-02 TS-07 when the page has closed the list appears again, and is fetched`() async {
        await given("the page is open", Spots(), .init()) { test in
            await test.given(after: .appeared, .emptyPageTapped)
            weak let child = test.child(of: \.emptyPage, as: EmptyPage.self)
            let what = await test.when("its '닫기' is tapped", in: page, .closeTapped)
            test.expect("an output for the list", what.mutations == [.closed] && what.outputs == [.closed])
            test.then(
                "the page is gone, and there is one spot more", \.emptyPage.value == nil, \.rows.count == 2,
                \.domainState.fetches == 2, test.worker.fetching == [2],
                mutations: [.emptyPageDismissed, .fetchStarted(isPulled: false), .fetched(.sample(2))])
            test.expect("and freed", child == nil)
        }
    }
}
