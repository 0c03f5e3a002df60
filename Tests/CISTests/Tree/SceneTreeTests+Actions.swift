import CIS
import TestSupport
import Testing

/// How a tree describes itself, and children that a test holds.
extension `Scene tree` {
    @Test func `an action that has ended is not described while others run`() async {
        let sample = SampleScene()
        let (one, other) = (Gate(), Gate())
        let first = sample.perform("first") { _ in await one.pass() }
        let second = sample.perform("second") { _ in await other.pass() }
        await one.reached()
        await other.reached()
        // In release builds, only traced scenes keep their actions.
        #expect(sample.runtime.actionDescriptions == (isDebug ? ["first", "second"] : ["2 actions"]))
        one.open()
        await first.value
        #expect(sample.runtime.actionDescriptions == (isDebug ? ["second"] : ["1 action"]))
        other.open()
        await second.value
    }

    @Test func `children that someone else holds are stopped when their parent is released`() {
        var parent: SceneRuntime<Sample>? = SampleScene().runtime
        let (child, grandchild) = (SampleScene().runtime, SampleScene().runtime)
        child.add(grandchild)
        parent?.add(child)
        parent = nil
        #expect(child.isStopped)
        #expect(grandchild.isStopped)
    }

    @Test func `a description names children in their order, each above its own`() {
        let root = world.assemble()
        for name in ["a", "b"] {
            let child = world.assemble(name)
            child.add(world.assemble("\(name)1"))
            root.add(child)
        }
        let lines = root.treeDescription.split(separator: "\n")
        let names = lines.compactMap { line in ["a1", "b1", "a", "b"].first { line.contains("name: \"\($0)\"") } }
        #expect(names == ["a", "a1", "b", "b1"])
    }
}
