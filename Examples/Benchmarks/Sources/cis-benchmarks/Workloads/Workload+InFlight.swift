/// Something that starts tasks which wait at a gate.
@MainActor
struct Waiting {
    let scene: AnyObject
    let start: () -> Task<Void, Never>
    /// The number of tasks that have passed the gate.
    let count: () -> Int
}

extension Workload {
    /// Many actions that wait at the same time, and the heap memory that each of them uses. The baseline is tasks that wait.
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

    /// Starts one more waiting task each time it is called. All continue when the main actor is free; by then they have been
    /// measured.
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
