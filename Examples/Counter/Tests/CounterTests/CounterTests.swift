import CIS
import CISTesting
import Testing

@testable import counter

@MainActor @Suite struct `A counter` {
    @Test func `a second tap while it is being saved is dropped`() async {
        await given("a slow disk", CounterFixture(), Counter.State()) { test in
            test.worker.saveStub.always(.wait)
            await test.when("it is tapped twice", concurrently: .saveTapped, .saveTapped)
            test.worker.saveStub.expectCalls(0)

            test.worker.saveStub.release(.value(()))
            await test.settle()
            test.then("it was saved once") { $0.domainState.saves = 1 }
        }
    }

    @Test func `it counts to its goal, and no further`() async {
        await given("no goal yet", CounterFixture(), Counter.State()) { test in
            await test.when("a goal is chosen", .goalChosen(3))
            test.then("the timer runs", \.domainState.count == 0, sources: ["tick"])

            await test.clock.advance(by: .seconds(1))
            test.then("the goal is reached, and the timer gone", \.domainState.count == 3, sources: [])
        }
    }

    @Test func `what a counter on top has saved is added`() async {
        await given("a counter", CounterFixture(), Counter.State()) { test in
            await test.when("another one is opened", .openTapped(start: 40))
            let top = test.state.stack.top?.id ?? 0
            await test.when("that one is saved", in: .child(of: \.stack, top, as: Counter.self), .saveTapped)
            test.worker.saveStub.expectCalls(40)
            test.then("its number is here, too", \.domainState.count == 40, \.domainState.saves == 0)
        }
    }

    @Test func `in every order, what is counted while it is being saved is kept`() async {
        let result = await explore("a counter", CounterFixture(), Counter.State()) { test in
            await test.when("it counts and is saved", concurrently: .saveTapped, .counted(1), .counted(2))
            test.then("both are there", \.domainState.count == 3, \.domainState.saves == 1)
        }
        #expect(result.isComplete)
    }
}

struct CounterFixture: SceneFixture {
    let worker = CounterWorkerDouble()
    let clock = ManualClock()

    func assemble(_ state: Counter.State) -> SceneRuntime<Counter> {
        Counter.assemble(state, worker: worker, clock: clock)
    }
}

final class CounterWorkerDouble: CounterWorker {
    let saveStub = Stub<Int, Void>()

    @concurrent func save(_ count: Int) async { await saveStub(count) }
}
