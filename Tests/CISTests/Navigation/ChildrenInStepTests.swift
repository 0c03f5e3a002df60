import CIS
import Testing

/// The state determines the children. The suite `Children and their work` tests their running work.
@MainActor
@Suite struct `Children in step` {
    let world = ScreenFixture()

    // MARK: Presented

    @Test func `a child that the initial state presents is there after the assembly`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        #expect(root.childNames == ["a"])
    }

    @Test func `observers registered later find the child in step with the state they are shown`() {
        let root = world.assemble()
        let seen = Recorder<[String]>()
        let token = root.observe(\.sheet) { [weak root] _ in seen.note(root?.childNames ?? []) }
        world.change { $0.sheet.present("a") }
        world.change { $0.sheet.dismiss() }
        #expect(seen.entries == [[], ["a"], []])
        token.cancel()
        withExtendedLifetime(root) {}
    }

    @Test func `side effects find the child that their mutation presents`() {
        let root = world.assemble()
        let seen = Recorder<[String]>()
        world.controller("root")?.store.effects = { [weak root] _, _ in seen.note(root?.childNames ?? []) }
        world.change { $0.sheet.present("a") }
        #expect(seen.entries == [["a"]])
        withExtendedLifetime(root) {}
    }

    @Test func `commits that do not change the presentation do not affect the child`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let child = root.screens.first
        for number in 0..<100 { world.controller("root")?.store.execute(.note("\(number)")) }
        #expect(root.screens.first === child)
        #expect(world.made == 2)
    }

    @Test func `a dismissed child is stopped and freed`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        world.change { $0.sheet.dismiss() }
        #expect(world.recorder.entries == ["made root", "made a", "stopped a"])
        #expect(world.live.live == 1)
        withExtendedLifetime(root) {}
    }

    @Test func `the same value presented again is a new child, made after the old one was stopped`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let first = root.screens.first?.identity
        world.change { $0.sheet.present("a") }
        #expect(root.screens.first?.identity != first)
        #expect(world.recorder.entries == ["made root", "made a", "stopped a", "made a"])
        #expect(world.live.live == 2)
    }

    @Test func `dismissed and presented in one mutation is a new child`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let first = root.screens.first?.identity
        world.change {
            $0.sheet.dismiss()
            $0.sheet.present("a")
        }
        #expect(root.screens.first?.identity != first)
        #expect(root.childNames == ["a"])
    }

    @Test func `dismiss, then present from the dismiss handler, ends with the second child`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let store = world.controller("root")?.store
        store?.effects = { [weak store] _, state in
            if !state.sheet.isPresented { store?.execute(.change { $0.sheet.present("b") }) }
        }
        world.change { $0.sheet.dismiss() }
        #expect(root.state.sheet.value == "b")
        #expect(root.childNames == ["b"])
        #expect(world.recorder.entries == ["made root", "made a", "stopped a", "made b"])
    }

    // MARK: Stacks

    @Test func `each screen of the initial stack has a child, in order`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b", "c"])))
        #expect(root.childNames == ["a", "b", "c"])
        #expect(world.recorder.entries == ["made root", "made a", "made b", "made c"])
    }

    @Test func `screens below keep their children while others come and go`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b"])))
        let below = root.screens.map(\.identity)
        world.change { $0.stack.push("c") }
        world.change { $0.stack.replaceTop(with: "d") }
        world.change { $0.stack.pop() }
        #expect(root.screens.map(\.identity) == below)
        #expect(world.recorder.entries.suffix(4) == ["made c", "stopped c", "made d", "stopped d"])
    }

    @Test func `removed screens are stopped youngest first, before new ones are created`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b", "c"])))
        world.change { $0.stack.show(["a", "d", "e"]) }
        #expect(root.childNames == ["a", "d", "e"])
        #expect(world.recorder.entries.suffix(4) == ["stopped c", "stopped b", "made d", "made e"])
        #expect(world.live.live == 4)
    }

    @Test func `a route pushed again after its pop is a new child`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        let first = root.screens.first?.identity
        world.change {
            $0.stack.pop()
            $0.stack.push("a")
        }
        #expect(root.screens.first?.identity != first)
    }

    @Test func `a new stack with the same screens has new children`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b"])))
        let before = root.screens.map(\.identity)
        world.change { $0.stack = SceneStack(["a", "b"]) }
        #expect(root.childNames == ["a", "b"])
        #expect(root.screens.map(\.identity).allSatisfy { !before.contains($0) })
        #expect(world.recorder.entries.suffix(4) == ["stopped b", "stopped a", "made a", "made b"])
    }

    @Test func `a new presentation of the same number has a new child`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let before = root.screens.first?.identity
        world.change { $0.sheet = Presented("b") }
        #expect(root.childNames == ["b"])
        #expect(root.screens.first?.identity != before)
    }

    // Copies of one stack count independently, so the same id may denote different screens.
    @Test func `a screen pushed on an older copy of the stack is not taken for the one that had its id`() {
        let older = SceneStack(["a"])
        let root = world.assemble("root", Screen.State(stack: older))
        let first = root.screens.first?.identity
        world.change { $0.stack.push("b") }
        world.change {
            $0.stack = older
            $0.stack.push("c")
        }
        #expect(root.childNames == ["a", "c"])
        #expect(root.screens.first?.identity == first)
        #expect(world.recorder.entries.suffix(2) == ["stopped b", "made c"])
    }

    @Test func `a value presented by an older copy is not taken for the one that had its number`() {
        let older = Presented<String>()
        let root = world.assemble("root", Screen.State(sheet: older))
        world.change { $0.sheet.present("b") }
        world.change {
            $0.sheet = older
            $0.sheet.present("c")
        }
        #expect(root.childNames == ["c"])
        #expect(world.recorder.entries.suffix(2) == ["stopped b", "made c"])
    }

    // MARK: Ends

    @Test func `a scene that declares children is freed with them when it is released`() {
        do {
            let root = world.assemble("root", Screen.State(sheet: Presented("x"), stack: SceneStack(["a", "b"])))
            #expect(world.live.live == 4)
            withExtendedLifetime(root) {}
        }
        #expect(world.live.live == 0)
        #expect(world.recorder.entries.suffix(3) == ["stopped b", "stopped a", "stopped x"])
    }

    @Test func `a stopped scene stops and frees its children, youngest first`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("x"), stack: SceneStack(["a", "b"])))
        root.stop()
        #expect(root.children.isEmpty)
        #expect(world.live.live == 1)
        #expect(world.recorder.entries.suffix(4) == ["stopped root", "stopped b", "stopped a", "stopped x"])
    }

    @Test func `a stopped scene makes no children`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("x")))
        root.stop()
        root.present(\.sheet) { [world] _, route in world.assemble(route) }
        #expect(world.made == 2)
        #expect(root.children.isEmpty)
    }

    @Test func `a scene that is stopped while its children are made makes no more of them`() {
        world.onMake = { [weak world] screen, _ in
            if screen.state.name == "b" { world?.controller("root")?.scene?.stop() }
        }
        let root = world.assemble()
        world.change { $0.stack.push(["a", "b", "c"]) }
        #expect(root.isStopped)
        #expect(root.children.isEmpty)
        #expect(world.made == 3)
        #expect(world.live.live == 1)
    }

    @Test func `a screen whose outputs were connected while it was made is one child`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        #expect(root.children.count == 1)
        world.change { $0.stack.pop() }
        #expect(root.children.isEmpty)
        #expect(world.live.live == 1)
    }
}
