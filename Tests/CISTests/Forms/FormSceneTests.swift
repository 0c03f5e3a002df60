import CIS
import TestSupport
import Testing

/// A scene with a form: one action and one mutation for all of its fields.
private enum Editor: SceneDefinition {
    enum Action: Sendable { case edit(FieldChange<Card>), search(String) }
    enum Mutation: Sendable { case edited(FieldChange<Card>), searched(String) }
    struct State: SceneState {
        var card = Card()
        var searches: [String] = []
    }
}

private final class EditorController: SceneController<Editor>, Controller {
    func handle(_ action: Editor.Action) async {
        switch action {
        case .edit(let change): store.execute(.edited(change))
        case .search(let text): store.execute(.searched(text))
        }
    }
    func policy(for action: Editor.Action) -> ActionPolicy {
        switch action {
        case .edit: .concurrent
        case .search: .latest.debounced(for: .milliseconds(300))
        }
    }
}

private final class EditorStore: SceneStore<Editor>, Store {
    nonisolated static func mutate(_ state: inout Editor.State, by mutation: Editor.Mutation) {
        switch mutation {
        case .edited(let change):
            state.card.apply(change)
            if let count = change.value(of: \.count) { state.card.isOpen = count > 0 }
        case .searched(let text): state.searches.append(text)
        }
    }
}

@MainActor
@Suite struct `Form of a scene` {
    private func makeScene(clock: TestClock = TestClock()) -> SceneRuntime<Editor> {
        let store = EditorStore(Editor.State())
        let scene = SceneRuntime<Editor>(controller: EditorController(store: store), store: store, clock: clock)
        scene.observe(\.card.title, on: scene, initially: false) { scene, title in scene.execute(.search(title)) }
        return scene
    }

    @Test func `one action and one mutation change any field`() async {
        let scene = makeScene()
        await scene.execute(.edit(FieldChange(\.note, "x"))).value
        await scene.execute(.edit(FieldChange(\.count, 2))).value
        #expect(scene.state.card == Card(count: 2, isOpen: true, note: "x"))
    }

    @Test func `the field changes at once, the work is debounced`() async {
        let clock = TestClock()
        let scene = makeScene(clock: clock)
        for text in ["s", "sw", "swi"] {
            scene.execute(.edit(FieldChange(\.title, text)))
            await startsOfActions()
            #expect(scene.state.card.title == text)
        }
        await mainActorJobsBehind()
        #expect(scene.state.searches.isEmpty)
        await clock.sleeper(until: .milliseconds(300))
        clock.advance(to: .milliseconds(300))
        for await searches in scene.values(\.searches) where !searches.isEmpty { break }
        #expect(scene.state.searches == ["swi"])
    }
}
