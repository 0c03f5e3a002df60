import CIS
import TestSupport
import Testing

/// Children that are added by hand. The suite `Children in step` tests children that follow the state.
@MainActor
@Suite struct `Scene tree` {
    let world = ScreenFixture()

    @Test func `children are kept in the order in which they were added`() {
        let root = world.assemble()
        for name in ["b", "a", "c"] { root.add(world.assemble(name)) }
        #expect(root.childNames == ["b", "a", "c"])
        #expect(world.live.live == 4)
    }

    @Test func `a removed child is stopped and freed`() throws {
        let root = world.assemble()
        root.add(world.assemble("a"))
        root.add(world.assemble("b"))
        root.remove(try #require(root.children.first))
        #expect(root.childNames == ["b"])
        #expect(world.recorder.entries.last == "stopped a")
        #expect(world.live.live == 2)
    }

    @Test func `removing a scene that is not a child leaves it alone`() {
        let root = world.assemble()
        let stranger = world.assemble("stranger")
        root.remove(stranger)
        #expect(!stranger.isStopped)
    }

    @Test func `a scene that is added twice is one child`() {
        let root = world.assemble()
        let child = world.assemble("a")
        root.add(child)
        root.add(child)
        #expect(root.children.count == 1)
        root.remove(child)
        #expect(root.children.isEmpty)
        root.add(world.assemble("b"))
        #expect(root.childNames == ["b"])
    }

    @Test func `a scene that is added to a stopped one is stopped`() {
        let root = world.assemble()
        root.stop()
        let child = world.assemble("a")
        root.add(child)
        #expect(child.isStopped)
        #expect(root.children.isEmpty)
    }

    @Test func `a stop reaches all levels, the parent first, the youngest child before the others`() {
        let root = world.assemble()
        for name in ["a", "b"] {
            let child = world.assemble(name)
            for number in 1...2 { child.add(world.assemble("\(name)\(number)")) }
            root.add(child)
        }
        root.stop()
        let names = ["root", "b", "b2", "b1", "a", "a2", "a1"]
        #expect(world.recorder.entries.suffix(7) == names.map { "stopped \($0)" })
        #expect(world.live.live == 1)
    }

    @Test func `a stop reaches siblings that somebody else holds, too`() {
        let root = world.assemble()
        let children = ["a", "b", "c"].map { world.assemble($0) }
        for child in children {
            child.add(world.assemble("below"))
            root.add(child)
        }
        root.stop()
        #expect(children.map { $0.isStopped } == [true, true, true])
    }

    @Test func `a child that is stopped does not stop its parent`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        root.screens.first?.stop()
        #expect(!root.isStopped)
        world.change { $0.sheet.dismiss() }
        #expect(world.live.live == 1)
        #expect(world.stopped == 1)
        withExtendedLifetime(root) {}
    }

    // MARK: Outputs

    @Test(.requiresStartInPlace)
    func `a parent whose action starts in place has handled an output before the child continues`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let heard = MainActorRecorder<[String]>()
        root.screens.first?.execute(
            .perform { [weak root] controller in
                controller.outputs.send("done")
                heard.add(root?.state.notes ?? [])
            })
        #expect(heard.entries == [["heard done"]])
        withExtendedLifetime(root) {}
    }

    // The dismissal cancels the action of the child that sends the output.
    @Test func `a child's output that makes its parent dismiss it loses none of the parent's work`() async {
        let root = world.assemble()
        let child = world.assemble("a")
        let work = TaskBox()
        root.add(child) { parent, output in
            work.add(
                parent.execute(
                    .perform { [weak parent] controller in
                        controller.store.execute(.note("before"))
                        if let child = parent?.children.first { parent?.remove(child) }
                        controller.store.execute(.note("after"))
                        await hopOffMainActor()
                        controller.store.execute(.note("much later"))
                    }))
        }
        await child.execute(
            .perform { controller in
                controller.store.execute(.note("saved"))
                controller.outputs.send("done")
                await startsOfActions()  // of the parent's action
                controller.store.execute(.note("too late"))
            }
        ).value
        await work.finish()
        #expect(root.state.notes == ["before", "after", "much later"])
        #expect(child.state.notes == ["saved"])
        #expect(root.children.isEmpty)
        #expect(world.reports.all.count == 1, "One note for the mutation that came too late.")
    }

    @Test func `a child that is dismissed from inside its own commit is freed after it`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let store = world.controller("root")?.store
        do {
            let child = world.controller("a")
            child?.store.effects = { [weak child] mutation, _ in
                guard mutation.description == "note done" else { return }
                store?.execute(.change { $0.sheet.dismiss() })
                child?.store.execute(.note("too late"))
            }
            child?.store.execute(.note("done"))
        }
        #expect(root.children.isEmpty)
        #expect(world.reports.kinds == [.mutationDropped(.stopped)])
        #expect(world.live.live == 1)
    }

    @Test func `outputs of a removed child are ignored`() {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let outputs = root.screens.first?.outputs
        world.change { $0.sheet.dismiss() }
        outputs?.send("late")
        #expect(root.state.notes == [])
        #expect(world.reports.kinds.isEmpty)
    }

    // MARK: Print

    @Test func `the tree prints each scene with its state, indented below its parent`() {
        let root = SampleScene(Sample.State(count: 1))
        let child = SampleScene(Sample.State(count: 2))
        let grandchild = SampleScene(Sample.State(count: 3))
        child.runtime.add(grandchild.runtime)
        root.runtime.add(child.runtime)
        let lines = root.runtime.treeDescription.split(separator: "\n")
        let scenes = [root, child, grandchild].map(\.runtime)
        #expect(
            lines.map(String.init)
                == zip(["", "  ", "    "], scenes).map { "\($0)\($1.identity) \($1.state)" })
    }

    @Test func `a scene that would be below itself is not added`() {
        let (top, below) = (SampleScene().runtime, SampleScene().runtime)
        top.add(below)
        below.add(top)
        #expect(top.treeDescription.split(separator: "\n").count == 2)
        top.stop()
        #expect(below.isStopped)
        #expect(top.children.isEmpty)
    }

    @Test func `the tree prints the actions that are running`() async {
        let root = SampleScene()
        let child = SampleScene()
        root.runtime.add(child.runtime)
        let log = EventLog()
        let token = child.runtime.attach(log)
        let gates = [Gate(), Gate()]
        let tasks = zip(["load", "save"], gates).map { name, gate in child.perform(name) { _ in await gate.pass() } }
        for gate in gates { await gate.reached() }
        let lines = root.runtime.treeDescription.split(separator: "\n")
        #expect(lines.first?.contains("running") == false)
        #expect(lines.last?.hasSuffix(" — running: load, save") == true)
        for gate in gates { gate.open() }
        for task in tasks { await task.value }
        #expect(!root.runtime.treeDescription.contains("running"))
        token.cancel()
    }
}
