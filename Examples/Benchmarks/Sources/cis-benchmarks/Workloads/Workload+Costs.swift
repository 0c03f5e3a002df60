import CIS
import Observation

/// The costs of single features. The baseline is the library itself without the feature.
extension Workload {
    static var costs: [Workload] {
        [
            mutation("C1", "a mutation that is traced") { scene, _ in scene.attach(Silence()) },
            mutation("C2", "a mutation in view of withObservationTracking") { scene, _ in
                withObservationTracking {
                    _ = scene.observed(\.count)
                } onChange: {
                }
                return nil
            },
            mutation("C3", "a mutation after domainSnapshot") { _, store in
                _ = store.domainSnapshot
                return nil
            },
            action("C4", "an action with a policy, serial") { Tally.assemble(policy: .serial).scene.execute },
            action("C5", "an action that is posted") { Tally.assemble().scene.post },
            action("C6", "an action that is traced") {
                let scene = Tally.assemble().scene
                let token = scene.attach(Silence())
                return { action, fileID, line in
                    withExtendedLifetime(token) { scene.execute(action, fileID: fileID, line: line) }
                }
            },
        ]
    }

    private static func mutation(
        _ name: String, _ title: String, _ prepare: @escaping (SceneRuntime<Tally>, TallyStore) -> AnyObject?
    ) -> Workload {
        Workload(name: name, title: title, operations: 100_000) { count in
            let (scene, store) = Tally.assemble()
            let plain = Tally.assemble().store
            @MainActor func add(to store: TallyStore, before: () -> AnyObject?) -> Int {
                let first = store.state.count
                for _ in 0..<count {
                    let token = before()
                    store.execute(.add(1))
                    withExtendedLifetime(token) {}
                }
                return store.state.count - first
            }
            if name == "C1" {
                let token = prepare(scene, store)
                return Contest(
                    cis: { withExtendedLifetime(token) { add(to: store) { nil } } },
                    plain: { add(to: plain) { nil } }, expected: count)
            }
            // The first mutation ends each of these features, so each repetition includes the cost of starting it.
            return Contest(
                cis: { add(to: store) { prepare(scene, store) } }, plain: { add(to: plain) { nil } }, expected: count)
        }
    }

    private typealias Start = @MainActor (Tally.Action, StaticString, UInt) -> Task<Void, Never>

    private static func action(_ name: String, _ title: String, _ make: @escaping () -> Start) -> Workload {
        Workload(name: name, title: title, operations: 50_000) { count in
            let start = make()
            let plain = Tally.assemble().scene
            return Contest(
                cis: {
                    for _ in 0..<count { await start(.add, #fileID, #line).value }
                    return count
                },
                plain: {
                    for _ in 0..<count { await plain.execute(.add).value }
                    return count
                }, expected: count)
        }
    }
}

/// Receives all events and ignores them.
@MainActor
final class Silence: SceneObserver {
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? { nil }
}
