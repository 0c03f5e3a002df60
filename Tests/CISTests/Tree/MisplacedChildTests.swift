import CIS
import TestSupport
import Testing

/// Scenes that cannot be children are reported where they are added or made (edge case 57).
@MainActor
@Suite struct `A misplaced child` {
    private let world = ScreenFixture()

    private var reports: [String] { world.reports.all.map { "\($0)" } }

    @Test func `a stopped scene that is added is reported at the call, and not added`() {
        let (root, child) = (world.assemble(), world.assemble("child"))
        child.stop()
        let line: UInt = #line + 1
        root.add(child) { _, _ in }
        root.add(child)
        #expect(root.children.isEmpty)
        #expect(reports.count == 2)
        #expect(reports.allSatisfy { $0.contains("was stopped before") && $0.contains("\(child.identity)") })
        #expect(world.reports.all.first?.callSite == CallSite(fileID: #fileID, line: line))
        #expect(world.reports.all.allSatisfy { $0.isMisuse && $0.scene == root.identity })
    }

    @Test func `a scene that make returns a second time is reported at the declaration`() {
        let store = ScreenStore(Screen.State(sheet: Presented("x")))
        let root = runtime(store)
        let cached = world.assemble("cached")
        let line: UInt = #line + 1
        root.present(\.sheet) { _, _ in cached }
        #expect(reports == [])
        store.execute(.change { $0.sheet.dismiss() })
        store.execute(.change { $0.sheet.present("again") })
        #expect(reports.count == 1)
        #expect(reports.first?.contains("was stopped before") == true)
        #expect(world.reports.all.first?.callSite == CallSite(fileID: #fileID, line: line))
        #expect(root.children.isEmpty)
    }

    @Test func `one scene for two elements is reported`() {
        let store = ScreenStore(Screen.State(stack: SceneStack(["a", "b"])))
        let root = runtime(store)
        let shared = world.assemble("shared")
        root.stack(\.stack) { _, _ in shared }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("is a child already") == true)
    }

    @Test func `a scene with two parents is reported at the second`() {
        let (one, two, child) = (world.assemble("one"), world.assemble("two"), world.assemble("child"))
        one.add(child)
        one.add(child)
        #expect(reports == [])
        two.add(child)
        #expect(reports.count == 1)
        #expect(world.reports.all.first?.scene == two.identity)
    }

    @Test func `a child that make has added by hand and returns is no error`() {
        let root = runtime(ScreenStore(Screen.State(stack: SceneStack(["a"]))))
        root.stack(\.stack) { [world] scene, element in scene.add(world.assemble(element.route)) { _, _ in } }
        #expect(reports == [])
        #expect(root.children.count == 1)
    }

    @Test func `a cycle is reported and refused`() {
        let (top, middle, low) = (world.assemble("top"), world.assemble("middle"), world.assemble("low"))
        top.add(top)
        top.add(middle)
        middle.add(low)
        low.add(top)
        middle.add(middle)
        #expect(reports.count == 3)
        #expect(reports.allSatisfy { $0.contains("A tree has no cycles.") })
        #expect(low.children.isEmpty)
        #expect(top.children.count == 1)
        top.stop()
        #expect(low.isStopped)
    }

    @Test func `a make that returns its own parent is reported and leaks nothing`() {
        weak var root: SceneRuntime<Screen>?
        do {
            let scene = runtime(ScreenStore(Screen.State(sheet: Presented("x"))))
            scene.present(\.sheet) { scene, _ in scene as any SceneNode }
            root = scene
            #expect(reports.count == 1)
            #expect(scene.children.isEmpty)
        }
        #expect(root == nil)
    }

    @Test func `a child that was added by hand and stops leaves its parent, and is freed`() {
        let root = world.assemble()
        for number in 0..<1_000 {
            let child = world.assemble("\(number)")
            root.add(child)
            child.stop()
        }
        #expect(root.children.isEmpty)
        #expect(world.live.live == 1)
    }

    @Test func `a child that follows the state and stops itself is no longer among the children`() {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a", "b"])))
        root.screens.first?.stop()
        #expect(root.childNames == ["b"])
    }

    private func runtime(_ store: ScreenStore) -> SceneRuntime<Screen> {
        let outputs = OutputPort<String>()
        let controller = ScreenController(store: store, outputs: outputs, probe: LifetimeProbe(world.live))
        return SceneRuntime<Screen>(
            controller: controller, store: store, outputs: outputs, diagnostics: world.reports.reporter)
    }
}

/// Outputs that a child sends before its parent has it (edge case 56).
@MainActor
@Suite struct `An output during make` {
    private let world = ScreenFixture()

    private func announceWhileMade() {
        world.onMake = { screen, controller in
            guard screen.state.name != "root" else { return }
            screen.execute(.perform { _ in controller.outputs.send("\(screen.state.name) appeared") })
        }
    }

    @Test func `a sheet and the screens of a stack are heard, whether starts are deferred or not`() async {
        announceWhileMade()
        let root = world.assemble("root", Screen.State(sheet: Presented("x")))
        world.change { $0.stack.push(["a", "b"]) }
        await mainQueueTurn()
        await mainQueueTurn()
        await mainQueueTurn()
        #expect(root.state.notes == ["heard x appeared", "heard a appeared", "heard b appeared"])
        #expect(world.reports.kinds == [])
    }

    @Test func `the rows of a list are heard with their ids, and can be found`() {
        let store = RowListStore(RowList.State())
        let rowList = SceneRuntime<RowList>(controller: RowListController(), store: store)
        let found = Recorder<Bool>()
        rowList.list(\.rows) { _, item in
            let outputs = OutputPort<Row.Output>()
            let row = SceneRuntime<Row>(
                controller: RowListController(), store: RowStore(Row.State(id: item.id), LifetimeProbe(LiveCount())),
                outputs: outputs)
            outputs.send("made")
            return row
        } onOutput: { list, id, output in
            found.note(list.child(of: \.rows, id, as: Row.self) != nil)
            store.execute(.change { $0.notes.append("\(id) \(output)") })
        }
        store.execute(.change { $0.rows.append(contentsOf: [1, 2].map { RowList.Item(id: $0) }) })
        #expect(rowList.state.notes == ["1 made", "2 made"])
        #expect(found.entries == [true, true])
    }

    @Test func `a child that is added after its first action is heard`() {
        let (root, child) = (world.assemble(), world.assemble("child"))
        child.outputs?.send("early")
        let heard = Recorder<String>()
        root.add(child) { _, output in heard.note(output) }
        child.outputs?.send("late")
        #expect(heard.entries == ["early", "late"])
    }

    @Test func `an output of an earlier turn is not heard`() async {
        let (root, child) = (world.assemble(), world.assemble("child"))
        child.outputs?.send("early")
        await mainQueueTurn()
        let heard = Recorder<String>()
        root.add(child) { _, output in heard.note(output) }
        #expect(heard.entries == [])
    }

    @Test func `an output that makes the parent dismiss the child is heard once`() {
        let root = world.assemble()
        world.onMake = { screen, controller in
            if screen.state.name != "root" { controller.outputs.send("close") }
        }
        let token = root.observe(\.notes) { [world] notes in
            if !notes.isEmpty { world.change { $0.sheet.dismiss() } }
        }
        world.change { $0.sheet.present("x") }
        #expect(world.reports.kinds == [])
        withExtendedLifetime(token) {}
    }
}
