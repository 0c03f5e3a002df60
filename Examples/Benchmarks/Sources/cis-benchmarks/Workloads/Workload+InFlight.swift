/// Something that starts tasks which wait at a gate.
@MainActor
struct Waiting {
    let scene: AnyObject
    let start: () -> Task<Void, Never>
    /// How many have passed the gate.
    let count: () -> Int
}

extension Workload {
    /// Actions that wait, all at once, and what each of them keeps on the heap meanwhile. Plain: tasks that wait.
    static func inFlight(_ name: String, _ title: String, prepare: @escaping (Gate) -> Waiting) -> Workload {
        Workload(name: name, title: title, operations: 10_000) { count in
            Contest(
                cis: { await passTogether(count, prepare) }, plain: { await passTogether(count, waitPlainly) },
                expected: count, make: startOneMore(prepare), makePlain: startOneMore(waitPlainly))
        }
    }

    private static func passTogether(_ count: Int, _ prepare: (Gate) -> Waiting) async -> Int {
        let gate = Gate()
        let waiting = prepare(gate)
        let tasks = (0..<count).map { _ in waiting.start() }
        gate.open()
        for task in tasks { await task.value }
        return waiting.count()
    }

    /// Starts one more that waits, each time it is called. All go on when the main actor is free: they have been weighed then.
    private static func startOneMore(_ prepare: (Gate) -> Waiting) -> () -> AnyObject {
        let gate = Gate()
        let waiting = prepare(gate)
        var isOpening = false
        return {
            if !isOpening { Task { gate.open() } }
            isOpening = true
            _ = waiting.start()
            return waiting.scene
        }
    }

    private static func waitPlainly(at gate: Gate) -> Waiting {
        let plain = PlainTally()
        return Waiting(
            scene: plain,
            start: {
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                    return Task.immediate {
                        await gate.pass()
                        plain.execute(.add(1))
                    }
                }
                return Task {
                    await gate.pass()
                    plain.execute(.add(1))
                }
            },
            count: { plain.state.count })
    }
}
