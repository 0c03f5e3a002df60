import CIS
import Testing

/// A stack of a thousand scenes leaks nothing and costs linear time. The tests count steps instead of measuring time.
@MainActor
@Suite struct `A thousand screens` {
    let world = ScreenFixture()
    private let count = 1_000

    @Test func `pushed one by one, each is made once, and nothing else happens`() {
        let root = world.assemble()
        for number in 0..<count { world.change { $0.stack.push("\(number)") } }
        #expect(root.childNames == (0..<count).map { "\($0)" })
        #expect(world.made == count + 1)
        #expect(world.stopped == 0)
    }

    @Test func `popped one by one, each is stopped once, and all are freed`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack((0..<count).map { "\($0)" })))
        for number in (0..<count).reversed() {
            world.change { $0.stack.pop() }
            #expect(world.live.live == number + 1)
        }
        #expect(world.made == count + 1)
        #expect(world.stopped == count)
        #expect(world.recorder.entries.suffix(count) == (0..<count).reversed().map { "stopped \($0)" })
        #expect(root.children.isEmpty)
    }

    @Test func `screens pushed and popped in one commit each are created and stopped once`() {
        let root = world.assemble()
        let routes = (0..<count).map { "\($0)" }
        world.change { $0.stack.push(routes) }
        #expect(world.live.live == count + 1)
        world.change { $0.stack.popAll() }
        #expect(world.live.live == 1)
        #expect((world.made, world.stopped) == (count + 1, count))
        withExtendedLifetime(root) {}
    }

    @Test func `released with their parent, all are stopped and freed`() {
        do {
            let root = world.assemble("root", Screen.State(stack: SceneStack((0..<count).map { "\($0)" })))
            withExtendedLifetime(root) {}
        }
        #expect(world.live.live == 0)
        #expect(world.stopped == count)
    }

    @Test func `keeping them in step compares no routes`() {
        let root = FunctionStack.assemble()
        for number in 0..<count { root.store.execute(.push(number)) }
        root.store.execute(.popAll)
        #expect(root.children == (made: count, left: 0))
    }

    @Test func `a hundred levels of scenes end with the topmost`() {
        do {
            let root = world.assemble()
            var level = root
            for number in 1..<100 {
                let child = world.assemble("\(number)")
                level.add(child)
                level = child
            }
            #expect(world.live.live == 100)
            withExtendedLifetime(root) {}
        }
        #expect(world.live.live == 0)
        #expect(world.recorder.entries.suffix(99) == (1..<100).map { "stopped \($0)" })
    }
}

/// A scene with a stack of routes that cannot be compared.
private enum FunctionStack: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        case push(Int)
        case popAll
    }

    struct State: SceneState {
        var stack = SceneStack<@Sendable () -> Int>()
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }

    @MainActor
    static func assemble() -> Scene {
        let store = FunctionStackStore()
        let runtime = SceneRuntime<FunctionStack>(controller: IdleController<Action>(), store: store)
        let made = Shared(0)
        runtime.stack(\.stack) { _, element in
            made.value += 1
            return SampleScene(Sample.State(count: element.route())).runtime
        }
        return Scene(runtime: runtime, store: store, made: made)
    }

    @MainActor
    struct Scene {
        let runtime: SceneRuntime<FunctionStack>
        let store: FunctionStackStore
        let made: Shared<Int>

        var children: (made: Int, left: Int) { (made.value, runtime.children.count) }
    }
}

@MainActor
private final class FunctionStackStore: Store {
    let publisher = StatePublisher(FunctionStack.State())

    nonisolated static func mutate(_ state: inout FunctionStack.State, by mutation: FunctionStack.Mutation) {
        switch mutation {
        case .push(let number): state.stack.push { number }
        case .popAll: state.stack.popAll()
        }
    }
}
