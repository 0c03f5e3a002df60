import CIS
import TestSupport
import Testing

/// Children that come and go while work is running.
@MainActor
@Suite struct `Children and their work` {
    let world = ScreenFixture()

    // The child is replaced while its action runs.
    @Test func `a late mutation of a replaced child has no effect`() async {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let gate = Gate()
        let task = root.screens.first?.execute(
            .perform("load") { controller in
                await gate.pass()
                controller.store.execute(.note("loaded"))
            })
        await gate.reached()
        world.change { $0.sheet.present("a") }
        gate.open()
        await task?.value
        #expect(root.screens.first?.state.notes == [])
        #expect(world.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(world.live.live == 2)
    }

    // Otherwise the parent would attribute it to the new child.
    @Test func `a late output of a replaced child is not received`() async {
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let gate = Gate()
        let task = root.screens.first?.execute(
            .perform("save") { controller in
                await gate.pass()
                controller.outputs.send("saved")
            })
        await gate.reached()
        world.change { $0.sheet.present("a") }
        gate.open()
        await task?.value
        await mainActorJobsBehind()
        #expect(root.state.notes == [])
        root.screens.first?.execute(.perform { $0.outputs.send("saved by the second") })
        await startsOfActions()
        await startsOfActions()  // of the parent's action
        #expect(root.state.notes == ["heard saved by the second"])
    }

    @Test func `a popped child's running work is cancelled`() async {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = root.screens.first?.execute(
            .perform { _ in
                await gate.pass()
                cancelled.add(Task.isCancelled)
            })
        await gate.reached()
        world.change { $0.stack.pop() }
        gate.open()
        await task?.value
        #expect(cancelled.entries == [true])
        #expect(world.live.live == 1)
        withExtendedLifetime(root) {}
    }

    @Test func `an action for a popped child that is still held is dropped with one diagnostic`() async {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        let child = root.screens.first
        world.change { $0.stack.pop() }
        let ran = MainActorRecorder<String>()
        await child?.execute(.perform("late") { _ in ran.add("late") }).value
        #expect(ran.entries.isEmpty)
        #expect(world.reports.kinds == [.actionDropped(.stopped)])
        withExtendedLifetime(root) {}
    }

    @Test func `a parent that is released with children at work frees all when they are done`() async {
        let gate = Gate()
        var task: Task<Void, Never>?
        do {
            let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
            task = root.screens.first?.execute(.perform { _ in await gate.pass() })
            await gate.reached()
            withExtendedLifetime(root) {}
        }
        #expect(world.live.live == 1, "Only the child's controller is left, which its action holds.")
        gate.open()
        await task?.value
        #expect(world.live.live == 0)
    }

    @Test func `a child cancels only its own actions`() async {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b"])))
        let gate = Gate()
        let tasks = ([root] + root.screens).map { screen in
            screen.execute(
                .perform { controller in
                    await gate.pass()
                    controller.store.execute(.note("done"))
                })
        }
        await gate.reached()
        tasks.last?.cancel()
        gate.open()
        for task in tasks { await task.value }
        #expect(([root] + root.screens).map(\.state.notes) == [["done"], ["done"], []])
        #expect(world.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `cancelling a parent's action cancels the actions that it runs on a child, and no others`() async throws
    {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        let child = try #require(root.screens.first)
        let gates = [Gate(), Gate()]
        let tasks = TaskBox()
        let work: @MainActor @Sendable (Int) -> Screen.Action = { number in
            .perform { controller in
                await gates[number].pass()
                controller.store.execute(.note("\(number)"))
            }
        }
        let task = root.execute(
            .perform { _ in
                tasks.add(child.execute(work(0)))
                await child.run(work(1))
            })
        for gate in gates { await gate.reached() }
        task.cancel()
        for gate in gates { gate.open() }
        await task.value
        await tasks.finish()
        #expect(child.state.notes == ["0"])
        #expect(world.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a worker's deinit may call back into the parent that lets its child go`() {
        let root = world.assemble()
        let store = world.controller("root")?.store
        world.onMake = { screen, controller in
            let worker = Owner()
            worker.onDeinit = { [weak store] in store?.execute(.note("last words")) }
            controller.store.effects = { _, _ in withExtendedLifetime(worker) {} }
        }
        world.change { $0.stack.push(["a", "b"]) }
        world.change { $0.stack.popAll() }
        #expect(root.state.notes == ["last words", "last words"])
        #expect(root.children.isEmpty)
        #expect(world.live.live == 1)
    }

    @Test func `a worker's deinit may call back into the scene that is being released`() {
        let reports = world.reports
        world.onMake = { screen, controller in
            let worker = Owner()
            worker.onDeinit = { [weak screen, outputs = controller.outputs] in
                screen?.execute(.heard("nothing"))
                outputs.send("last words")
            }
            controller.store.effects = { _, _ in withExtendedLifetime(worker) {} }
        }
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        world.change { $0.stack.pop() }
        #expect(root.children.isEmpty)
        #expect(world.live.live == 1)
        #expect(reports.kinds.isEmpty)
    }

    // MARK: Assembly

    @Test(.requiresStartInPlace)
    func `an action that a child's assembly executes starts in place while the parent is publishing`() {
        world.onMake = { screen, _ in screen.execute(.perform { $0.store.execute(.note("appeared")) }) }
        let root = world.assemble()
        world.change { $0.stack.push("a") }
        #expect(root.screens.first?.state.notes == ["appeared"])
    }

    @Test func `outputs of a child that is being assembled reach the parent after the commit that created it`() async {
        let root = world.assemble()
        let seen = Recorder<[String]>()
        let token = root.observe(\.notes, initially: false) { seen.note($0) }
        world.onMake = { [weak root] _, controller in
            guard let root else { return }
            controller.outputs.connect(to: root) { root, output in root.execute(.heard(output)) }
            controller.outputs.send("hello")
        }
        world.change {
            $0.notes.append("pushed")
            $0.stack.push("a")
        }
        #expect(seen.entries == [["pushed"]], "The parent is publishing: its action waits.")
        await mainActorJobsBehind()
        #expect(seen.entries == [["pushed"], ["pushed", "heard hello"]])
        token.cancel()
        withExtendedLifetime(root) {}
    }
}
