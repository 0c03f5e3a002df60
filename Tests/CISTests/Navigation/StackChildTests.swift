import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `The child of a stack's element` {
    let world = ScreenFixture()

    @Test func `each element leads to its own child, the top one to the scene on top`() throws {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b"])))
        let elements = root.state.stack.elements
        let children = elements.map { root.child(of: \.stack, $0.id, as: Screen.self) }
        #expect(children.map { $0?.state.name } == ["a", "b"])
        let top = try #require(root.state.stack.top)
        #expect(root.child(of: \.stack, top.id, as: Screen.self) === root.screens.last)
    }

    @Test func `an element that was popped has no child`() throws {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        let gone = try #require(root.state.stack.top?.id)
        world.change { $0.stack.pop() }
        #expect(root.child(of: \.stack, gone, as: Screen.self) == nil)
    }

    @Test func `a child in the middle of a stack closes itself, with all above it`() async {
        let store = ScreenStore(Screen.State(stack: SceneStack(["a", "b", "c"])))
        let controller = ScreenController(store: store, outputs: OutputPort(), probe: LifetimeProbe(world.live))
        let root = SceneRuntime<Screen>(controller: controller, store: store)
        root.stack(\.stack) { [world] _, element in
            world.assemble(element.route)
        } onOutput: { root, id, _ in
            root.execute(.perform { $0.store.execute(.change { $0.stack.pop(from: id) }) })
        }
        let screens = root.screens
        screens[1].outputs?.send("close me")
        await startsOfActions()
        #expect(root.childNames == ["a"])
        #expect(screens.map(\.isStopped) == [false, true, true])
        #expect(world.recorder.entries.suffix(2) == ["stopped c", "stopped b"])
    }

    @Test func `a child whose make connects its outputs itself can close itself`() async {
        let store = ScreenStore(Screen.State(stack: SceneStack(["a", "b", "c"])))
        let controller = ScreenController(store: store, outputs: OutputPort(), probe: LifetimeProbe(world.live))
        let root = SceneRuntime<Screen>(controller: controller, store: store)
        root.stack(\.stack) { [world] root, element in
            root.add(world.assemble(element.route)) { root, _ in
                root.execute(.perform { $0.store.execute(.change { $0.stack.pop(from: element.id) }) })
            }
        }
        root.screens[1].outputs?.send("close me")
        await startsOfActions()
        #expect(root.childNames == ["a"])
        #expect(world.recorder.entries.suffix(2) == ["stopped c", "stopped b"])
    }
}

@MainActor
@Suite struct `Descriptions of actions` {
    #if DEBUG
    @Test func `a debug build names the actions that run and those that wait for their start`() async {
        let sample = SampleScene()
        let gate = Gate()
        let running = sample.runtime.execute(.perform("running") { _ in await gate.pass() })
        var waiting: Task<Void, Never>?
        let token = sample.runtime.observe(\.count, initially: false) { [weak runtime = sample.runtime] _ in
            waiting = runtime?.execute(.perform("waiting") { _ in })
        }
        sample.store.execute(.add(1))
        #expect(sample.runtime.actionDescriptions.sorted() == ["running", "waiting"])
        gate.open()
        await running.value
        await waiting?.value
        #expect(sample.runtime.actionDescriptions.isEmpty)
        token.cancel()
    }
    #endif
}
