import CIS
import CISTesting
import Testing

private struct Fixture: SceneFixture {
    func assemble(_ state: Counter.State) -> SceneRuntime<Counter> { Counter.assemble(state) }
}

@MainActor @Suite struct `A counter` {
    @Test func `it counts up and down`() async {
        await given("a counter at 0", Fixture(), .init()) { test in
            await test.when("the buttons are tapped", .plusTapped, .plusTapped, .minusTapped)
            test.then("it is at 1", mutations: [.counted(by: 1), .counted(by: 1), .counted(by: -1)]) { $0.count = 1 }
        }
    }
}
