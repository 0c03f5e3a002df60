import CIS
import Foundation
import TestSupport
import Testing

/// Trees of unrealistic depth.
@MainActor
@Suite struct `Deep restoration` {
    /// Scenes, each on the sheet of the previous one.
    private func tower(_ levels: Int, in world: ScreenFixture) -> SceneRuntime<Screen> {
        let root = world.assemble()
        var name = "root"
        for level in 0..<levels {
            world.change(name) { $0.sheet.present("\(level)") }
            name = "\(level)"
        }
        return root
    }

    @Test func `a tree that is as deep as a snapshot may be comes back, also through JSON`() throws {
        let (old, new) = (ScreenFixture(), ScreenFixture())
        let root = tower(SceneSnapshot.greatestDepth - 1, in: old)
        let saved = try JSONEncoder().encode(root.snapshot(using: .json))
        let snapshot = try JSONDecoder().decode(SceneSnapshot.self, from: saved)
        let restored = try snapshot.restore(using: .json) { new.assemble() }
        #expect(new.made == SceneSnapshot.greatestDepth)
        #expect(restored.outline == root.outline)
    }

    @Test func `a deeper tree is an error with a message, and no stack overflow`() {
        let world = ScreenFixture()
        let root = tower(5_000, in: world)
        let error = #expect(throws: SnapshotError.self) { try root.snapshot(using: .json) }
        #expect(error?.code == .tooDeep)
        #expect(error.map { "\($0)" }?.contains("250") == true)
    }

    @Test func `a snapshot that is deeper is not restored`() {
        var snapshot = SceneSnapshot(type: "a", state: "", children: [:])
        for _ in 0..<1_000 { snapshot = SceneSnapshot(type: "a", state: "", children: ["0.1": snapshot]) }
        let world = ScreenFixture()
        let error = #expect(throws: SnapshotError.self) { try snapshot.restore(using: .json) { world.assemble() } }
        #expect(error?.code == .tooDeep)
        #expect(world.made == 0)
    }

    @Test func `an initial state that requires five thousand levels gets them`() {
        let live = LiveCount()
        do {
            let root = Shaft.assemble(depth: 5_000, live)
            #expect(live.live == 5_001)
            withExtendedLifetime(root) {}
        }
        #expect(live.live == 0)
    }

    @Test func `the children of a scene are created in the order of its declarations, at any depth`() {
        let made = Recorder<String>()
        let root = Shaft.assemble(depth: 200, LiveCount(), made)
        let expected = (0...200).reversed().flatMap { $0 == 200 ? ["200"] : ["\($0)", "\($0) twin"] }
        #expect(made.entries.sorted() == expected.sorted())
        #expect(made.entries.filter { !$0.hasSuffix("twin") } == (0...200).reversed().map { "\($0)" })
        withExtendedLifetime(root) {}
    }
}

/// A scene whose state requires a child of the same kind that is one level less deep, and optionally a second one.
private enum Shaft: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Never

    struct State: SceneState {
        var below: Presented<Int>
        var twin: Presented<Int>
        var domainState: Int { 0 }
    }

    @MainActor
    static func assemble(depth: Int, _ live: LiveCount, _ made: Recorder<String>? = nil) -> SceneRuntime<Shaft> {
        made?.note("\(depth)")
        let next = depth > 0 ? depth - 1 : nil
        let state = State(below: Presented(next), twin: Presented(made == nil ? nil : next))
        let scene = SceneRuntime<Shaft>(
            controller: IdleController<Never>(), store: ShaftStore(state, LifetimeProbe(live)))
        scene.present(\.below) { _, depth in assemble(depth: depth, live, made) }
        scene.present(\.twin) { _, depth in
            made?.note("\(depth) twin")
            return SceneRuntime<Shaft>(
                controller: IdleController<Never>(),
                store: ShaftStore(State(below: Presented(), twin: Presented()), LifetimeProbe(live)))
        }
        return scene
    }
}

@MainActor
private final class ShaftStore: Store {
    typealias Mutation = Never

    let publisher: StatePublisher<Shaft.State>
    private let probe: LifetimeProbe

    init(_ state: Shaft.State, _ probe: LifetimeProbe) {
        publisher = StatePublisher(state)
        self.probe = probe
    }

    nonisolated static func mutate(_ state: inout Shaft.State, by mutation: Never) {}
}
