import CIS
import CISInspector
import Foundation

extension Workload {
    /// R0: what a scene pays that is not recorded, while another one is.
    static var notRecorded: Workload {
        Workload(
            name: "R0", title: "mutation as in W1e, another scene is recorded", operations: 1_000_000, budget: 1.2
        ) { count in
            let recorder = Recorder()
            let recorded = Dial.assemble().scene
            recorder.record(recorded)
            let (scene, store) = Tally.assemble()
            let receiver: any MutationReceiver<Tally.Mutation> = store
            return tally(count, store) {
                for _ in 0..<count { receiver.execute(.add(1)) }
                withExtendedLifetime((scene, recorded, recorder)) {}
            }
        }
    }
}

extension Figure {
    /// What recording costs: on the main actor, and in total.
    static var recording: [Figure] {
        let count = 20_000
        return [
            Figure(
                name: "R-mutation", title: "recorder: a mutation, state of ten fields, on the main actor", unit: "ns",
                budget: 300
            ) {
                let (scene, store) = Dial.assemble()
                return try await mainThreadTime(recording: scene, count) {
                    for _ in 0..<count { store.execute(.turned(1)) }
                }
            },
            Figure(
                name: "R-action", title: "recorder: an action with a mutation, on the main actor", unit: "ns",
                budget: 3_000
            ) {
                let scene = Dial.assemble().scene
                return try await mainThreadTime(recording: scene, count) {
                    for _ in 0..<count { await scene.run(.turned) }
                }
            },
            Figure(
                name: "R-line", title: "recorder: one of 100,000 events in a file, all threads", unit: "µs", budget: 20
            ) {
                let (scene, store) = Dial.assemble()
                let file = URL.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString).cisrec")
                defer { try? FileManager.default.removeItem(at: file) }
                let start = processorTime()
                try await Recorder.record(scene, to: file) { for _ in 0..<100_000 { store.execute(.turned(1)) } }
                return (processorTime() - start) / 100_000 / 1_000
            },
            Figure(name: "R-replay", title: "replay: a mutation applied again", unit: "ns", budget: 1_000) {
                let (scene, store) = Dial.assemble()
                let recorder = Recorder()
                recorder.record(scene)
                for _ in 0..<9_000 { store.execute(.turned(1)) }
                let replay = try Replay(try await recorder.recording(), of: DialStore.self)
                let start = processorTime()
                let number = replay.state().number
                let time = processorTime() - start
                guard number == 9_000 else { throw WrongResult(description: "The replay ends at \(number), not 9000.") }
                return time / 9_000
            },
        ]
    }

    /// The processor time of the main thread for each of some operations while a scene is recorded. A few are done before, because
    /// the first ones look up metadata.
    private static func mainThreadTime(
        recording scene: any SceneNode, _ count: Int, _ body: () async -> Void
    ) async throws -> Double {
        let recorder = Recorder()
        recorder.record(scene)
        await body()
        _ = await recorder.bytes()
        let start = threadTime()
        await body()
        let time = threadTime() - start
        // What the recorder has kept shows that it has recorded.
        guard try await recorder.recording().lines.count > count / 20 else {
            throw WrongResult(description: "Nothing was recorded.")
        }
        return time / Double(count)
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
