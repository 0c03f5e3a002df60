import CIS

extension Workload {
    /// X8: the heap memory of an action that was posted and waits. See W5f for an action that is executed, and X8k for an
    /// observer.
    static var weights: [Workload] {
        [
            Workload(
                name: "X8p", title: "action posted: begins, waits, ends", operations: 10_000, byteBudget: 2_200
            ) { count in
                let gate = Gate()
                let (scene, _) = Tally.assemble(gate: gate)
                let plain = PlainTally()
                return Contest(
                    cis: {
                        let gate = Gate()
                        let (scene, store) = Tally.assemble(gate: gate)
                        await passTogether(count, gate) { scene.post(.wait) }
                        return store.state.count
                    },
                    plain: {
                        let gate = Gate()
                        let plain = PlainTally()
                        await passTogether(count, gate) { wait(plain, at: gate) }
                        return plain.state.count
                    }, expected: count,
                    make: {
                        scene.post(.wait)
                        return scene
                    },
                    makePlain: {
                        _ = wait(plain, at: gate)
                        return plain
                    },
                    settle: { await wait(until: $0, at: gate) }, end: { await release(gate) })
            }
        ]
    }

    private static func wait(_ plain: PlainTally, at gate: Gate) -> Task<Void, Never> {
        Task {
            await gate.pass()
            plain.execute(.add(1))
        }
    }

    private static func passTogether(_ count: Int, _ gate: Gate, _ start: () -> Task<Void, Never>) async {
        let tasks = (0..<count).map { _ in start() }
        await wait(until: count, at: gate)
        gate.open()
        for task in tasks { await task.value }
    }

    private static func wait(until count: Int, at gate: Gate) async {
        while gate.count < count { await Task.yield() }
    }

    private static func release(_ gate: Gate) async {
        gate.open()
        gate.close()
        await Task.yield()
    }
}
