import CIS
import Foundation
import TestSupport
import Testing

/// A tree of scenes that is saved as one value, and assembled again.
@MainActor
@Suite struct `Restoration` {
    private let old = ScreenFixture()
    private let new = ScreenFixture()

    @Test func `scenes on three levels come back with their states`() throws {
        let root = old.assembleThreeLevels()
        let outline = "root[root!](x[x!] a[a!] b[b!](c[c!](d[d!])))"
        #expect(root.outline == outline)
        let restored = try root.snapshot(using: .json).restore(using: .json) { new.assemble() }
        #expect(restored.outline == outline)
        #expect(new.made == 6)
        #expect(new.reports.kinds.isEmpty)
    }

    @Test func `a snapshot survives being stored as JSON`() throws {
        let root = old.assembleThreeLevels()
        let snapshot = try root.snapshot(using: .json)
        let decoded = try JSONDecoder().decode(SceneSnapshot.self, from: try JSONEncoder().encode(snapshot))
        #expect(decoded == snapshot)
        let restored = try decoded.restore(using: .json) { new.assemble() }
        #expect(restored.outline == root.outline)
        #expect(try restored.snapshot(using: .json) == snapshot)
    }

    @Test func `restoring starts no action`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let started = Recorder<String>()
        var tokens: [ObservationToken] = []
        new.onMake = { screen, _ in
            tokens.append(screen.attach(ActionWatch { started.note($0) }))
            #expect(screen.actionDescriptions.isEmpty)
        }
        let restored = try snapshot.restore(using: .json) { new.assemble() }
        #expect(tokens.count == 6)
        #expect(started.entries.isEmpty)
        withExtendedLifetime(restored) {}
    }

    @Test func `restoring opens the sources that the state declares, and starts no action`() async throws {
        let log = ManualSequence.Log()
        let feed = ManualSequence("a", log: log)
        let saved = ListenerScene(["a"], to: [:])
        saved.store.execute(.heard("before"))
        let snapshot = try #require(try saved.runtime?.snapshot(using: .json))
        var scenes: [ListenerScene] = []
        let restored = try snapshot.restore(using: .json) {
            let scene = ListenerScene(to: ["a": feed])
            scenes.append(scene)
            return try #require(scene.runtime)
        }
        await mainActorJobsBehind()
        #expect(log.all == ["opened a"])
        #expect(scenes.first?.ran == [])
        feed.send("after")
        await scenes.first?.hears(2)
        #expect(restored.state.heard == ["before", "after"])
    }

    @Test func `a restored scene continues where it was`() throws {
        let root = old.assembleThreeLevels()
        let restored = try root.snapshot(using: .json).restore(using: .json) { new.assemble() }
        new.change { $0.stack.pop() }
        new.change { $0.stack.push("b") }
        new.change { $0.sheet.present("x") }
        #expect(restored.outline == "root[root!](a[a!] b x)", "New screens are new, whatever was saved.")
        new.change { $0.stack.popAll() }
        #expect(new.live.live == 2)
    }

    @Test func `a restored tree is freed as any other`() throws {
        do {
            let root = old.assembleThreeLevels()
            let restored = try root.snapshot(using: .json).restore(using: .json) { new.assemble() }
            #expect(new.live.live == 6)
            withExtendedLifetime(restored) {}
        }
        #expect(old.live.live == 0)
        #expect(new.live.live == 0)
    }

    @Test func `a thousand saved screens come back`() async throws {
        let routes = (0..<fewerWhenSanitized(1_000)).map { "\($0)" }
        let root = old.assemble("root", Screen.State(stack: SceneStack(routes)))
        for screen in root.screens { screen.execute(.perform { $0.store.execute(.note("seen")) }) }
        await startsOfActions()
        let restored = try root.snapshot(using: .json).restore(using: .json) { new.assemble() }
        #expect(restored.childNames == routes)
        #expect(restored.screens.allSatisfy { $0.state.notes == ["seen"] })
    }

    // MARK: Who takes what

    @Test func `only the first scene of the saved type takes the state`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        var other: SceneRuntime<Screen>?
        let restored = try snapshot.restore(using: .json) {
            let restored = new.assemble()
            other = new.assemble("other")
            return restored
        }
        #expect(restored.state.name == "root")
        #expect(other?.outline == "other")
    }

    @Test func `a scene created after a restoration starts with its own initial state`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let restored = try snapshot.restore(using: .json) { new.assemble() }
        #expect(new.assemble("later").outline == "later")
        #expect(throws: Cancelled.self) {
            try snapshot.restore(using: .json) { () throws -> SceneRuntime<Screen> in throw Cancelled() }
        }
        #expect(new.assemble("later still").outline == "later still")
        withExtendedLifetime(restored) {}
    }

    @Test func `children that are declared after the restoration are made anew`() throws {
        let root = old.assemble("root", Screen.State(sheet: Presented("x")))
        old.change("x") { $0.notes = ["x!"] }
        let restored = try root.snapshot(using: .json).restore(using: .json) {
            let store = ScreenStore(Screen.State())
            let controller = ScreenController(store: store, outputs: OutputPort(), probe: LifetimeProbe(new.live))
            return SceneRuntime<Screen>(controller: controller, store: store, diagnostics: new.reports.reporter)
        }
        restored.present(\.sheet) { [new] _, route in new.assemble(route) }
        #expect(restored.outline == "root(x)")
    }

    @Test func `children that were added by hand are not part of a snapshot`() throws {
        let root = old.assemble()
        root.add(old.assemble("by hand"))
        root.add(SampleScene().runtime)
        #expect(try root.snapshot(using: .json).children.isEmpty)
    }

    private struct Cancelled: Error {}
}

/// Records the actions of its scene.
@MainActor
private final class ActionWatch: SceneObserver {
    private let onAction: (String) -> Void

    init(_ onAction: @escaping (String) -> Void) {
        self.onAction = onAction
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        if case .action(let action) = event.kind { onAction("\(action)") }
        return nil
    }
}
