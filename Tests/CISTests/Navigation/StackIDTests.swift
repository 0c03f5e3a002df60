import CIS
import Foundation
import TestSupport
import Testing

/// The ids of the elements of a stack whose screens have scenes (edge case 58).
@MainActor
@Suite struct `An id of a stack's element` {
    private let world = ScreenFixture()

    private func assemble(_ routes: [String]) -> SceneRuntime<Screen> {
        world.assemble("root", Screen.State(stack: SceneStack(routes)))
    }

    @Test func `from before the state was reset matches nothing`() throws {
        let root = assemble(["a", "b"])
        let former = root.state.stack.elements.map(\.id)
        world.change {
            $0 = Screen.State()
            $0.stack.push(["c", "d"])
        }
        for id in former {
            #expect(root.child(of: \.stack, id, as: Screen.self) == nil)
            world.change { $0.stack.pop(from: id) }
            world.change { $0.stack.pop(to: id) }
        }
        #expect(root.state.stack.routes == ["c", "d"])
        #expect(root.childNames == ["c", "d"])
    }

    @Test func `from before another stack was assigned matches nothing, also later`() throws {
        let root = assemble(["a", "b"])
        var former = root.state.stack.elements.map(\.id)
        for round in 0..<3 {
            world.change { $0.stack = SceneStack(["\(round)"]) }
            world.change { $0.stack.push("top") }
            for id in former { world.change { $0.stack.pop(from: id) } }
            #expect(root.state.stack.routes == ["\(round)", "top"])
            former += root.state.stack.elements.map(\.id)
        }
        #expect(Set(former).count == former.count)
    }

    @Test func `of an element that an undo has removed matches nothing`() throws {
        let root = assemble(["a"])
        let saved = root.state
        world.change { $0.stack.push("b") }
        let gone = try #require(root.state.stack.top?.id)
        world.change { $0 = saved }
        world.change { $0.stack.push("c") }
        world.change { $0.stack.pop(from: gone) }
        #expect(root.state.stack.routes == ["a", "c"])
        world.change {
            $0 = saved
            $0.stack.push("d")
        }
        world.change { $0.stack.pop(from: gone) }
        #expect(root.state.stack.routes == ["a", "d"])
    }

    // `mutate` knows only the new stack, so it numbers its elements from 1.
    @Test func `may match a new element within the mutation that assigns another stack, and not later`() throws {
        let root = assemble(["a", "b"])
        let former = try #require(root.state.stack.top?.id)
        world.change {
            $0.stack = SceneStack(["c", "d", "e"])
            $0.stack.pop(from: former)
        }
        #expect(root.state.stack.routes == ["c"])
        world.change { $0.stack.push("f") }
        world.change { $0.stack.pop(from: former) }
        #expect(root.state.stack.routes == ["c", "f"])
        world.change {
            $0.stack.pop(from: former)
            $0.stack = SceneStack(["g", "h"])
        }
        #expect(root.state.stack.routes == ["g", "h"])
    }

    @Test func `of an element that stays, or was just pushed, matches it`() throws {
        let root = assemble(["a", "b"])
        let saved = root.state
        let first = try #require(root.state.stack.elements.first?.id)
        world.change { $0.stack.push("c") }
        world.change { $0 = saved }
        world.change { $0.stack.pop(to: first) }
        #expect(root.state.stack.routes == ["a"])
        world.change { $0.stack = SceneStack(["d", "e", "f"]) }
        let middle = root.state.stack.elements[1].id
        #expect(root.child(of: \.stack, middle, as: Screen.self)?.state.name == "e")
        world.change { $0.stack.pop(from: middle) }
        #expect(root.state.stack.routes == ["d"])
    }

    @Test func `is what every observer and tracker reads after the commit`() throws {
        let root = assemble(["a"])
        let ids = MainActorRecorder<[UInt64]>()
        root.observe({ $0.stack.elements.map(\.id) }, on: world, initially: false) { ids.add($1) }
        world.change { $0.stack = SceneStack(["b"]) }
        #expect(ids.entries == [root.state.stack.elements.map(\.id)])
        #expect(root.observed(\.stack.elements).map(\.id) == root.state.stack.elements.map(\.id))
    }

    @Test func `does not make states unequal, and is restored`() throws {
        let root = assemble(["a", "b"])
        world.change { $0 = Screen.State(stack: SceneStack(["c", "d"])) }
        #expect(root.state == Screen.State(stack: SceneStack(["c", "d"])))
        #expect(root.state.hashOfStack == Screen.State(stack: SceneStack(["c", "d"])).hashOfStack)
        let data = try JSONEncoder().encode(root.state)
        let restored = try JSONDecoder().decode(Screen.State.self, from: data)
        #expect(restored.stack.elements.map(\.id) == root.state.stack.elements.map(\.id))
    }

    /// SwiftUI compares the elements of a `NavigationStack`. If they are equal, it keeps the former id, which has no child.
    @Test func `makes new elements with the same routes unequal to the former ones`() {
        let root = assemble(["a", "b"])
        let former = root.state.stack.elements
        world.change {
            $0 = Screen.State()
            $0.stack.push(["a", "b"])
        }
        #expect(zip(former, root.state.stack.elements).allSatisfy { $0 != $1 })
        #expect(root.state.stack == SceneStack(["a", "b"]))
    }

    @Test func `is found by a mutation that is replayed without a scene`() throws {
        let root = assemble(["a", "b"])
        world.change { $0.stack = SceneStack(["c", "d"]) }
        let id = try #require(root.state.stack.top?.id)
        var replayed = Screen.State(stack: SceneStack(["a", "b"]))
        ScreenStore.mutate(&replayed, by: .change { $0.stack = SceneStack(["c", "d"]) })
        ScreenStore.mutate(&replayed, by: .change { $0.stack.pop(from: id) })
        world.change { $0.stack.pop(from: id) }
        #expect(replayed.stack == root.state.stack)
        #expect(replayed.stack.routes == ["c"])
    }
}

extension Screen.State {
    fileprivate var hashOfStack: Int { stack.hashValue }
}
