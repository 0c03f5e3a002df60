import CIS
import CISTesting
import Testing

/// Fields, sources and calls that are taken for others.
extension `Exhaustive checking` {
    private enum Meter: SceneDefinition {
        struct Action: Sendable {}
        enum Mutation: Sendable { case counted }
        struct State: SceneState {
            var count = 0
            var counted = false
        }
    }

    private final class MeterStore: Store {
        let publisher = StatePublisher(Meter.State())

        nonisolated static func mutate(_ state: inout Meter.State, by mutation: Meter.Mutation) {
            state.count += 1
            state.counted = true
        }
    }

    private final class MeterController: Controller {
        let store: MeterStore

        init(_ store: MeterStore) {
            self.store = store
        }

        func handle(_ action: Meter.Action) async { store.execute(.counted) }
    }

    private struct MeterFixture: SceneFixture {
        func assemble(_ state: Meter.State) -> SceneRuntime<Meter> {
            let store = MeterStore()
            return SceneRuntime(controller: MeterController(store), store: store)
        }
    }

    @Test func `a field is not asserted with another one whose name begins its name`() async {
        let found = await failures {
            await given(MeterFixture(), .init(), checking: .everything) { test in
                await test.when(Meter.Action())
                test.then(\.count == 1, mutations: [.counted])
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("field counted of Meter") == true)
        #expect(found.first?.message.contains("field count of Meter") == false)
    }

    @Test func `a source that is named twice is not open twice`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("starts") { $0.store.execute(.setTicking(true)) })
                test.then(sources: ["tick", "tick"])
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("open sources") == true)
    }

    @Test func `calls before the scenario need not be asserted`() async {
        let found = await failures {
            await given(AlbumFixture(), .init(), checking: .everything) { test in
                await test.given(after: .picked("a"))
            }
        }
        #expect(found.isEmpty)
    }

    @Test func `an invariant is one of its own scene, and not of a child of the same kind`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.invariant("nothing is logged") { $0.log.isEmpty }
                await test.when(.init("opens") { $0.store.execute(.setOpen(true)) })
                let child = test.scene.child(of: \.child, as: ScriptedScene.self)
                #expect(child != nil)
                await child?.execute(.init("logs") { $0.log("x") }).value
            }
        }
        #expect(found.isEmpty)
    }
}
