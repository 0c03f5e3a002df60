import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `The child of a stack's element` {
    let world = DeckWorld()

    @Test func `each element leads to its own child, the top one to the scene on top`() throws {
        let root = world.assemble("root", Deck.State(stack: SceneStack(["a", "b"])))
        let elements = root.state.stack.elements
        let children = elements.map { root.child(of: \.stack, $0.id, as: Deck.self) }
        #expect(children.map { $0?.state.name } == ["a", "b"])
        let top = try #require(root.state.stack.top)
        #expect(root.child(of: \.stack, top.id, as: Deck.self) === root.decks.last)
    }

    @Test func `an element that was popped leads nowhere`() throws {
        let root = world.assemble("root", Deck.State(stack: SceneStack(["a"])))
        let gone = try #require(root.state.stack.top?.id)
        world.change { $0.stack.pop() }
        #expect(root.child(of: \.stack, gone, as: Deck.self) == nil)
    }
}

@MainActor
@Suite struct `Descriptions of actions` {
    #if DEBUG
    @Test func `a debug build names the actions that run and those that wait for their start`() async {
        let lab = LabScene()
        let gate = Gate()
        let running = lab.runtime.execute(.perform("running") { _ in await gate.pass() })
        var waiting: Task<Void, Never>?
        let token = lab.runtime.observe(\.count, initially: false) { [weak runtime = lab.runtime] _ in
            waiting = runtime?.execute(.perform("waiting") { _ in })
        }
        lab.store.execute(.add(1))
        #expect(lab.runtime.actionDescriptions.sorted() == ["running", "waiting"])
        gate.open()
        await running.value
        await waiting?.value
        #expect(lab.runtime.actionDescriptions.isEmpty)
        token.cancel()
    }
    #endif
}
