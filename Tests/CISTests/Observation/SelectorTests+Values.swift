import CIS
import Testing

/// Values that observers keep, and paths through what is not there.
extension `Observing by selector` {
    @Test func `an observer of every commit keeps no value of the state`() {
        let live = LiveCount()
        let scene = FieldsScene()
        let token = {
            let probe = LifetimeProbe(live)
            scene.store.change { $0.held = probe }
            return scene.runtime.observeEveryCommit(\.held) { _ in }
        }()
        token.cancel()
        let second = scene.runtime.observeEveryCommit(\.held) { _ in }
        scene.store.change { $0.held = nil }
        #expect(live.live == 0)
        second.cancel()
    }

    @Test func `an observer of an element of an optional list is called when the list goes, and when it comes`() {
        let store = DrawerStore()
        let runtime = SceneRuntime<Drawer>(store: store)
        let seen = Recorder<Int?>()
        let token = runtime.observe(\.numbers?[0]) { seen.note($0) }
        store.execute(nil)
        store.execute([2])
        #expect(seen.entries == [1, nil, 2])
        token.cancel()
    }
}

private enum Drawer: SceneDefinition {
    typealias Action = Never
    typealias Mutation = [Int]?

    struct State: SceneState {
        var numbers: [Int]? = [1]
    }
}

private final class DrawerStore: Store {
    let publisher = StatePublisher(Drawer.State())

    nonisolated static func mutate(_ state: inout Drawer.State, by mutation: [Int]?) {
        state.numbers = mutation
    }
}
