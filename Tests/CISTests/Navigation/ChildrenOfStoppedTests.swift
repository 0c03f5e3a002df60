import CIS
import Testing

/// A scene that is stopped while a child of it is made.
@MainActor
@Suite struct `A child that is made while its parent stops` {
    @Test func `is stopped, and is no child`() {
        let world = ScreenFixture()
        let store = ScreenStore(Screen.State())
        let outputs = OutputPort<String>()
        let controller = ScreenController(store: store, outputs: outputs, probe: LifetimeProbe(world.live))
        let root = SceneRuntime<Screen>(controller: controller, store: store, outputs: outputs)
        let child = world.assemble("child")
        root.present(\.sheet) { parent, _ in
            parent.stop()
            return child
        }
        store.execute(.change { $0.sheet.present("child") })
        #expect(child.isStopped)
        #expect(root.children.isEmpty)
    }
}
