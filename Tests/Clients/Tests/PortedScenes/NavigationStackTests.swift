import CIS
import CISTesting
import Testing

private final class Facts: FactWorker {
    let facts = ThrowingStub<Int, String>()
    @concurrent func fact(about number: Int) async throws -> String { try await facts(number) }
}

private struct Fixture: SceneFixture {
    let worker = Facts()
    let clock = ManualClock()
    func assemble(_ state: Journey.State) -> SceneRuntime<Journey> {
        Journey.assemble(state, worker: worker, clock: clock)
    }
}

@MainActor @Suite struct `A stack of screens` {
    private let first = ChildPlace<Journey, ScreenA>.child(of: \.path, 1)
    private let secondB = ChildPlace<Journey, ScreenB>.child(of: \.path, 2)
    private let secondC = ChildPlace<Journey, ScreenC>.child(of: \.path, 2)

    @Test func `screens are pushed, work, and end when they are popped`() async {
        await given("the root", Fixture(), .init()) { test in
            await test.when("screen A is pushed", .linkTapped(.a()))
            test.worker.facts.answers(.value("1 is odd."), .error(InjectedFault()))
            await test.when("it counts and looks up a fact", in: first, .plusTapped, .factTapped)
            test.then("it shows it", in: first, \.domainState == 1, \.fact == "1 is odd.", \.isLoading == false)
            await test.when("there is none", in: first, .factTapped)
            test.then("none is shown", in: first, \.fact == nil, \.isLoading == false)
            test.worker.facts.expectCalls(1, 1)

            await test.when("screen C is pushed", .linkTapped(.c(count: 1)))
            await test.when("its timer is started", in: secondC, .startTapped)
            await test.clock.advance(by: .seconds(2))
            test.then("it has ticked twice", in: secondC, \.count == 3, sources: ["tick"])

            await test.when("the user goes back to screen A", .wentBack(to: 1))
            test.then("it is on top", \.path.routes == [.a()])
            await test.when("it closes itself", in: first, .closeTapped)
            test.then("the root is left", \.path.routes == [])
        }
    }

    @Test func `a screen sends an output to navigate, and does not depend on other screens`() async {
        await given("the root", Fixture(), .init()) { test in
            await test.when("A, B and C are pushed at once", .abcTapped)
            test.then("there are three", \.path.routes == [.a(), .b, .c()])
            await test.when("the user goes back to B", .wentBack(to: 2))
            await test.when("it links to A", in: secondB, .linkTapped(.a(count: 7)))
            test.then("another A is on top", \.path.routes == [.a(), .b, .a(count: 7)])
            await test.when("the first A closes itself", in: first, .closeTapped)
            test.then("with all above it", \.path.routes == [])
        }
    }
}
