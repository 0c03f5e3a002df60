import CIS
import CISTesting
import Testing
import TouristSpotsScenes

/// TS-02 to TS-07, TS-12, TS-14, D15: the list.
@MainActor @Suite(.checkingEverything) struct TouristSpotsScenarios {
    @Test func `TS-02 TS-04 when the screen appears the list is fetched`() async {
        await given("a new screen", Spots(), .init()) { test in
            test.then("no rows and no progress", \.rows == [], \.progress == .none, \.failure == nil)
            await test.when("it appears", .appeared)
            test.then(
                "one spot, and no progress", \.rows.count == 1, \.progress == .none,
                \.domainState.fetches == 1, test.worker.fetching == [1],
                mutations: [.fetchStarted(isPulled: false), .fetched(.sample(1))])
        }
    }

    @Test func `TS-06 TS-11 TS-12 an entity is shown as four texts`() async {
        await given("a new screen", Spots(), .init(), checking: .written) { test in
            await test.when("it appears", .appeared)
            test.then("course, spot, details and forecast", \.rows.first?.course == "예술이 있는 산책길")
            test.then(\.rows.first?.spot == "곳 0", \.rows.first?.details == "확인 시간: 2026-11-22 12:00, 테마: 문화/예술")
            test.then(\.rows.first?.forecast == "하늘 상태: 4 습도: 65, 강수확률: 30")
        }
    }

    @Test(arguments: [
        (0, ""), (1, "☀ 맑음"), (2, "◔ 구름조금"), (3, "◕ 구름많음"), (4, "☁ 흐림"), (5, "☔ 비"), (6, "☔ 비와 눈"), (7, "❄ 눈과 비"),
        (8, "❄ 눈"), (9, ""), (-1, ""),
    ])
    func `TS-06 beside the code of the sky there are a symbol and a word, if the code is known`(
        code: Int, sky: String
    ) async {
        await given("a service with a code", Spots(), .init(), checking: .written) { test in
            test.worker.fetching.always(.value(.sample(1, sky: code)))
            await test.when("the screen appears", .appeared)
            test.then(
                "a symbol and a word", \.rows.first?.sky == sky,
                \.rows.first?.forecast == "하늘 상태: \(code) 습도: 65, 강수확률: 30")
        }
    }

    @Test
    func `TS-02 TS-03 a list that is pulled shows the progress itself, and keeps its rows until the answer arrives`()
        async
    {
        await given("one spot is shown", Spots(), .init()) { test in
            await test.given(after: .appeared)
            test.worker.fetching.answers(.wait)
            await test.when("the list is pulled", .refreshPulled)
            test.then(
                "the control shows the progress, the row stays", \.progress == .pulled, \.rows.count == 1,
                \.domainState.fetches == 2, mutations: [.fetchStarted(isPulled: true)])
            test.worker.fetching.release(.value(.sample(3)))
            await test.settle()
            test.then(
                "three spots", \.progress == .none, \.rows.count == 3, test.worker.fetching == [2],
                mutations: [.fetchStarted(isPulled: true), .fetched(.sample(3))])
        }
    }

    @Test func `TS-03 without a pull the large indicator shows the progress, unless the control is active`() async {
        await given("a slow service", Spots(), .init(), checking: .written) { test in
            test.worker.fetching.always(.wait)
            await test.when("the screen appears", .appeared)
            test.then("the indicator", \.progress == .centred)
            await test.when("the list is pulled", .refreshPulled)
            test.then("the control", \.progress == .pulled)
            await test.when("the screen appears again", .appeared)
            test.then("still the control", \.progress == .pulled)
        }
    }

    @Test func `TS-05 D15 a failure ends the progress, shows why, and keeps the old rows; trying again helps`() async {
        await given("one spot is shown", Spots(), .init()) { test in
            await test.given(after: .appeared)
            test.worker.fetching.answers(.error(Offline()))
            await test.when("the list is pulled, and the service fails", .refreshPulled)
            test.then(
                "a sentence, and the old row", \.failure == "서버에 연결할 수 없습니다.", \.progress == .none, \.rows.count == 1,
                \.domainState.fetches == 2, test.worker.fetching == [2],
                mutations: [.fetchStarted(isPulled: true), .fetchFailed("서버에 연결할 수 없습니다.")])
            await test.when("it is tried again", .retryTapped)
            test.then(
                "three spots, no sentence", \.failure == nil, \.progress == .none, \.rows.count == 3,
                \.domainState.fetches == 3, test.worker.fetching == [3],
                mutations: [.fetchStarted(isPulled: false), .fetched(.sample(3))])
        }
    }

    @Test func `TS-05 D15 the sentence disappears when a new fetch begins`() async {
        await given("the service has failed", Spots(), .init(), checking: .written) { test in
            test.worker.fetching.answers(.error(Offline()), .wait)
            await test.given(after: .appeared)
            await test.when("it is tried again", .retryTapped)
            test.then("progress, and no sentence", \.failure == nil, \.progress == .centred)
        }
    }

    @Test func `TS-14 of two overlapping refreshes the last one wins, and the first is cancelled`() async {
        await given("a slow service", Spots(), .init(), checking: .written) { test in
            test.worker.fetching.always(.wait)
            await test.when("the list is pulled twice", inOrder: .refreshPulled, .refreshPulled)
            test.expect("the first request is cancelled", test.worker.fetching.held.count == 1)
            test.then("the second continues", \.progress == .pulled, \.rows == [])
            test.worker.fetching.release(.value(.sample(2)))
            await test.settle()
            test.then("the spots of the second", \.rows.count == 2, \.progress == .none)
        }
    }

    @Test func `TS-14 the answer of an older refresh changes nothing, although its worker ignored the cancellation`()
        async
    {
        let worker = StubbornWorker()
        let scene = TouristSpots.assemble(worker: worker)
        let first = scene.execute(.refreshPulled)
        await worker.hasBegun(1)
        let second = scene.execute(.refreshPulled)
        await worker.hasBegun(2)
        worker.answer(2)
        await second.value
        #expect(scene.state.rows.count == 2 && scene.state.progress == .none)
        worker.answer(1)
        await first.value
        #expect(scene.state.rows.count == 2 && scene.state.progress == .none)
    }

    @Test func `TS-05 D15 a refresh that is cancelled from outside ends its progress and shows no failure`() async {
        await given("one spot is shown", Spots(), .init(), checking: .written) { test in
            await test.given(after: .appeared)
            test.worker.fetching.answers(.wait)
            let refresh = test.scene.execute(.refreshPulled)
            await test.settle()
            test.then("the control shows the progress", \.progress == .pulled)
            refresh.cancel()
            await test.settle()
            test.then("no progress, no sentence, the old row", \.progress == .none, \.failure == nil, \.rows.count == 1)
        }
    }

    @Test func `TS-07 '닫기' asks the caller to dismiss the screen`() async {
        await given("one spot is shown", Spots(), .init()) { test in
            await test.given(after: .appeared)
            await test.when("'닫기' is tapped", .closeTapped)
            test.then("an output for the caller", \.rows.count == 1, mutations: [.closed], outputs: [.closed])
        }
    }
}
