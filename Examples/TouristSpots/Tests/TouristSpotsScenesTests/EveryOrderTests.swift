import CIS
import CISTesting
import Foundation
import Testing
import TouristSpotsScenes

/// TS-02 to TS-05, TS-14, D15: rules that are checked in many orders of events, even if actions are cancelled or fetches fail.
///
/// A test makes 100 runs, or 10,000 with `ORDERS=10000`, as in CI.
@MainActor @Suite struct EveryOrderTests {
    private let orders = ProcessInfo.processInfo.environment["ORDERS"].flatMap(Int.init) ?? 100

    @Test func `TS-14 in whatever order fetches meet, the rows are those of the last one, and no progress is left`()
        async
    {
        let result = await explore(Spots(), .init(), seeds: orders, injecting: [.cancellations, .faults]) { test in
            test.invariant("a sentence is shown only when nothing is on its way") { state in
                state.failure == nil || state.progress == .none
            }
            await test.when(concurrently: .appeared, .refreshPulled, .emptyPageTapped, .refreshPulled, .retryTapped)
            test.then(\.progress == .none, \.failure == nil, \.emptyPage.isPresented == true)
            test.expect("those of the last", test.state.rows.count == test.state.domainState.fetches)
            await test.when(in: .child(of: \.emptyPage, as: EmptyPage.self), .closeTapped)
            test.then(\.emptyPage.isPresented == false, \.progress == .none)
            test.expect("one more", test.state.rows.count == test.state.domainState.fetches)
        }
        #expect(result.failingSeed == nil && result.summary.contains("injected faults held."), "\(result.summary)")
        // Five actions have more than 5,000 orders up to two switches: those with a switch are sampled.
        #expect(orders < 1_000 || result.completeSwitches ?? -1 >= 0, "\(result.summary)")
    }

    @Test func `TS-14 in every order of three fetches with up to two switches, the rows are those of the last one`()
        async
    {
        let result = await explore(Spots(), .init(), switches: 2) { test in
            await test.when(concurrently: .appeared, .refreshPulled, .retryTapped)
            test.then(\.progress == .none, \.failure == nil)
            test.expect("those of the last", test.state.rows.count == test.state.domainState.fetches)
        }
        #expect(result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test func `TS-07 TS-14 in every order of two fetches and the empty page with up to two switches, the page closes`()
        async
    {
        let result = await explore(Spots(), .init(), switches: 2) { test in
            await test.when(concurrently: .appeared, .emptyPageTapped, .refreshPulled)
            test.then(\.progress == .none, \.failure == nil, \.emptyPage.isPresented == true)
            await test.when(in: .child(of: \.emptyPage, as: EmptyPage.self), .closeTapped)
            test.then(\.emptyPage.isPresented == false, \.progress == .none)
            test.expect("one more", test.state.rows.count == test.state.domainState.fetches)
        }
        #expect(result.completeSwitches ?? -1 >= 2, "\(result.summary)")
    }

    @Test func `TS-05 D15 in whatever order fetches fail and are cancelled, no progress is left`() async {
        let result = await explore(Spots(), .init(), seeds: orders) { test in
            test.worker.fetching.answers(.error(Offline()), .wait, .error(Offline()), .wait)
            let refresh = test.scene.execute(.refreshPulled)
            await test.when(concurrently: .appeared, .retryTapped)
            refresh.cancel()
            let last = test.scene.execute(.retryTapped)
            await test.settle()
            last.cancel()
            await test.settle()
            test.then(\.progress == .none)
        }
        #expect(result.failingSeed == nil && result.isComplete)
    }
}
