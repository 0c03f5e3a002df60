import CIS
import Testing

/// A tree that was stopped is saved whole, or not at all (edge case 54).
@MainActor
@Suite struct `Snapshot of a stopped scene` {
    private let world = ScreenFixture()

    @Test func `a scene that has lost children throws, and the error says what to do`() throws {
        let state = Screen.State(sheet: Presented("x"), stack: SceneStack(["a", "b"]))
        let root = world.assemble("root", state)
        root.stop()
        let error = #expect(throws: SnapshotError.self) { try root.snapshot(using: .json) }
        #expect(error?.code == .stopped)
        #expect("\(error as Any)".contains("Take the snapshot before the scene is stopped."))
    }

    @Test func `a child that has lost its own children throws, too`() throws {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        world.change("a") { $0.sheet.present("deep") }
        root.screens.first?.stop()
        #expect(throws: SnapshotError.self) { try root.snapshot(using: .json) }
    }

    @Test func `a stopped scene without children is saved as it was`() throws {
        let root = world.assemble()
        world.change { $0.notes = ["last"] }
        let before = try root.snapshot(using: .json)
        root.stop()
        #expect(try root.snapshot(using: .json).state == before.state)
    }

    @Test func `a scene whose children were dismissed before the stop is saved`() throws {
        let root = world.assemble("root", Screen.State(stack: SceneStack(["a"])))
        world.change { $0.stack.popAll() }
        root.stop()
        #expect(try root.snapshot(using: .json).children.isEmpty)
    }

    /// A scene that shows itself over itself, which is reported and refused.
    private enum Mirror: SceneDefinition {
        typealias Action = Never
        typealias Mutation = Never
        struct State: SceneState, Codable { var sheet = Presented("x") }
    }

    @Test func `a child that was refused is none that was lost`() throws {
        let scene = DiagnosticReporter.$current.withValue(world.reports.reporter) {
            SceneRuntime<Mirror>(Mirror.State())
        }
        scene.present(\.sheet) { scene, _ in scene }
        #expect(scene.children.isEmpty)
        scene.stop()
        #expect(try scene.snapshot(using: .json).children.isEmpty)
    }
}
