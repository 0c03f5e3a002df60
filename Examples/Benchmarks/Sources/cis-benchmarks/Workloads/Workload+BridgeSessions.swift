import CIS
import CISBridge

/// B: a host that acknowledges nothing, and the cost of a session.
extension Workload {
    static var bridgeSessions: [Workload] {
        [
            // The bytes that stay after a commit are the cost of a host that never acknowledges.
            Workload(
                name: "B-behind", title: "host: commit while a state is unacknowledged", operations: 1_000_000,
                budget: 4, byteBudget: 1
            ) { count in
                let (scene, store) = BridgedTable.parts(rows: 0)
                let host = await TableHost(BridgedApp { BridgedScene("rows") { scene } }, scenes: 1)
                // The state is sent. From now on the host acknowledges nothing.
                await host.act(#"{"retitle":{"_0":1}}"#, changes: false)
                // The baseline: an observer that only counts.
                let plain = BridgedTable.parts(rows: 0)
                let commits = Cell()
                plain.scene.observeEveryCommit({ _ in () }, on: commits, initially: false) { commits, _ in
                    commits.value += 1
                }
                return Contest(
                    cis: { commit(count, host, store) },
                    plain: { withExtendedLifetime(commits) { commit(count, plain.scene, plain.store) } },
                    expected: count,
                    make: {
                        store.execute(.retitled(1))
                        return scene
                    })
            },
            Workload(
                name: "B-session", title: "host: session of three scenes", operations: 1_000, byteBudget: 102_400
            ) { count in
                let app = TableHost.app(rows: 0)
                let hosts = Hosts()
                return Contest(
                    cis: {
                        for _ in 0..<count { await TableHost(app, scenes: 3).leave() }
                        return count
                    },
                    plain: {
                        (0..<count).reduce(0) { sum, _ in
                            let scenes = (0..<3).map { _ in BridgedTable.parts(rows: 0).scene }
                            return sum + (scenes.count == 3 ? 1 : 0)
                        }
                    }, expected: count,
                    make: {
                        let host = TableHost(app)
                        hosts.all.append(host)
                        return host
                    },
                    settle: { _ in for host in hosts.all { await host.begin(scenes: 3) } },
                    end: { hosts.all = [] })
            },
        ]
    }

    private static func commit(_ count: Int, _ owner: AnyObject, _ store: BridgedTableStore) -> Int {
        let first = store.state.title
        for number in 1...count { store.execute(.retitled(first &+ number)) }
        withExtendedLifetime(owner) {}
        return store.state.title - first
    }

    @MainActor
    private final class Hosts {
        var all: [TableHost] = []
    }
}
