import CIS
import Testing

/// Children that are nodes of an app's own type.
@MainActor
@Suite struct `A child of another type` {
    private let world = ScreenFixture()

    /// A node that stands for a scene and does something before it stops it.
    @MainActor
    private final class Wrapper: SceneNode {
        let scene: SceneRuntime<Screen>
        var onStop: () -> Void = {}
        var others: [any SceneNode] = []

        init(_ scene: SceneRuntime<Screen>) {
            self.scene = scene
        }

        var identity: SceneIdentity { scene.identity }
        var children: [any SceneNode] { scene.children + others }
        var actionDescriptions: [String] { scene.actionDescriptions }
        var stateDescription: String { scene.stateDescription }

        func snapshot(using coder: StateCoder) throws -> SceneSnapshot { try scene.snapshot(using: coder) }

        func stop() {
            onStop()
            scene.stop()
        }
    }

    @Test func `a scene that a node stops while a tree is stopped is stopped with all its children at once`() {
        let (root, other, child) = (world.assemble(), world.assemble("other"), world.assemble("child"))
        other.add(child)
        let node = Wrapper(world.assemble("inner"))
        let seen = Recorder<Bool>()
        node.onStop = {
            other.stop()
            seen.note(child.isStopped)
        }
        root.add(node)
        root.stop()
        #expect(seen.entries == [true])
        #expect(node.scene.isStopped)
    }

    @Test func `a node that is below itself by mistake does not hold up a scene that is added`() {
        let (root, middle, low) = (world.assemble(), world.assemble("middle"), world.assemble("low"))
        let node = Wrapper(world.assemble("inner"))
        node.others = [node]
        low.add(node)
        root.add(middle)
        middle.add(low)
        #expect(middle.childNames == ["low"])
        #expect(world.reports.kinds == [])
        node.others = []
    }

    @Test func `a node is released with the tree that it was stopped with`() {
        weak var node: Wrapper?
        do {
            let root = world.assemble()
            let made = Wrapper(world.assemble("inner"))
            root.add(made)
            node = made
            root.stop()
        }
        #expect(node == nil)
        #expect(world.live.live == 0)
    }
}
