import CIS
import CISInspector
import Foundation
import TestSupport
import Testing

/// Replayed states equal the recorded ones, commit by commit.
@MainActor
@Suite struct `I1 exact` {
    /// Executes random mutations in a recorded scene.
    private func randomRun(seed: UInt64, keeping limits: Recorder.Limits = .init()) async throws -> (
        Recording, Ledger.State
    ) {
        var dice = Dice(seed: seed)
        let store = LedgerStore(Ledger.State(), Bank())
        let scene = SceneRuntime<Ledger>(controller: LedgerController(store, Bank()), store: store)
        let recorder = Recorder(keeping: limits)
        recorder.record(scene)
        for _ in 0..<Int.random(in: 1...120, using: &dice) {
            let number = Int.random(in: -3...40, using: &dice)
            let mutations: [Ledger.Mutation] = [
                .added(number), .added(number), .removedLast, .renamed(["", "a/b", "~\"\\\n\u{1}é"][abs(number) % 3]),
                .tagged("k\(number % 5)/~", weight: [0.1, .infinity, -.infinity, 1e300][abs(number) % 4]), .untagged,
                .nothing, .saved(number), .sheetShown,
            ]
            store.execute(mutations[Int.random(in: 0..<mutations.count, using: &dice)])
        }
        return (try await recorder.recording(), scene.state)
    }

    @Test func `random mutations are recorded and replayed to the same states`() async throws {
        for seed in seeds(repetitions(300, atLeast: 20), for: "recordings") {
            let (recording, state) = try await randomRun(seed: seed)
            #expect(recording.problems == [], "seed \(seed)")
            let replay = try Replay(recording, of: LedgerStore.self)
            #expect(replay.firstDivergence()?.description == nil, "seed \(seed)")
            let last = replay.state()
            #expect(last.total == state.total && last.log == state.log && last.tags == state.tags, "seed \(seed)")
            #expect(last.seen == state.seen && last.name == state.name, "seed \(seed)")
        }
    }

    @Test func `a full ring folds its oldest lines, and the rest is replayed to the same states`() async throws {
        for seed in seeds(repetitions(50, atLeast: 10), for: "folded recordings") {
            let (recording, state) = try await randomRun(seed: seed, keeping: .init(events: 20))
            #expect(recording.lines.count <= 21 && recording.problems == [], "seed \(seed)")
            let replay = try Replay(recording, of: LedgerStore.self)
            #expect(replay.firstDivergence()?.description == nil, "seed \(seed)")
            #expect(replay.state().total == state.total, "seed \(seed)")
        }
    }

    @Test func `a recorder that stops within a commit has the state after it`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        let token = scene.observe(\.total, initially: false) { _ in recorder.stop() }
        await scene.run(.add(1))
        await scene.run(.add(2))
        let replay = try Replay(try await recorder.recording(), of: LedgerStore.self)
        #expect(replay.firstDivergence()?.description == nil && replay.steps.map(\.recorded["total"]?.int) == [1])
        withExtendedLifetime(token) {}
    }

    @Test func `keys and texts are compared by their scalars`() async throws {
        let store = LedgerStore(Ledger.State(), Bank())
        let scene = SceneRuntime<Ledger>(controller: LedgerController(store, Bank()), store: store)
        let recorder = Recorder()
        recorder.record(scene)
        for weight in [1.0, 2.0] { store.execute(.tagged("\u{301}/~01\u{301}", weight: weight)) }
        for name in ["\u{E9}", "e\u{301}"] { store.execute(.renamed(name)) }
        store.execute(.tagged("none", weight: Double(nan: 5, signaling: false)))
        let recording = try await recorder.recording()
        #expect(recording.problems == [])
        let replay = try Replay(recording, of: LedgerStore.self)
        #expect(replay.firstDivergence()?.description == nil)
        #expect(replay.steps.map { $0.recorded["tags"]?["\u{301}/~01\u{301}"]?.json }.prefix(2) == ["1.0", "2.0"])
        #expect(replay.steps[3].recorded["name"]?.text.map { Array($0.unicodeScalars) } == ["e", "\u{301}"])
        #expect(replay.steps[4].recorded["tags"]?["none"]?.json == #""nan""#)
        #expect(replay.state().tags["none"]?.isNaN == true)
    }

    @Test func `the bytes that are kept are bounded, too`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder(keeping: .init(bytes: 20_000))
        recorder.record(scene)
        let fills = repetitions(20, atLeast: 8)
        for _ in 0..<fills { await scene.execute(.fill).value }
        let bytes = await recorder.bytes()
        let recording = try Recording(reading: bytes)
        #expect(bytes.count < 50_000)
        #expect(recording.header.folded > fills * 100 - 500)
        #expect(try Replay(recording, of: LedgerStore.self).firstDivergence()?.description == nil)
    }

    @Test func `the first divergence is reported with both sides`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.add(1))
        await scene.run(.add(2))
        await scene.run(.add(3))
        let recording = try await recorder.recording()
        let divergence = try #require(try Replay(recording, of: OtherStore.self, scene: 1).firstDivergence())
        #expect(divergence.index == 1)
        #expect(divergence.recorded["total"]?.int == 3)
        #expect(divergence.replayed["total"]?.int == 2)
        #expect(
            divergence.description
                == "Commit 2, mutation added (line 7): the replayed state differs from the recorded one "
                + "(recorded → replayed).\n  total: 3 → 2")
    }

    @Test func `a divergence is inert in the terminal`() async throws {
        let store = LedgerStore(Ledger.State(), Bank())
        let scene = SceneRuntime<Ledger>(controller: LedgerController(store, Bank()), store: store)
        let recorder = Recorder()
        recorder.record(scene)
        store.execute(.tagged("a\u{9B}\u{202E}", weight: 1))
        let text = String(decoding: await recorder.bytes(), as: UTF8.self)
            .replacing("\"weight\":1.0", with: "\"weight\":2.0")
        let replay = try Replay(try Recording(reading: Array(text.utf8)), of: LedgerStore.self)
        let lines = try #require(replay.firstDivergence()).description.split(separator: "\n")
        #expect(lines.last == "  tags.a\u{FFFD}\u{FFFD}: 1.0 → 2.0")
    }

    @Test func `the state after some of the mutations is computed`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        for amount in [1, 2, 3] { await scene.run(.add(amount)) }
        let replay = try Replay(try await recorder.recording(), of: LedgerStore.self)
        #expect(replay.state(after: 2).total == 3)
        #expect(replay.state(after: -1).total == 0)
        #expect(replay.state(after: 9).total == 6)
    }

    @Test func `every thirty-second commit has the whole state`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.fill)
        let lines = String(decoding: await recorder.bytes(), as: UTF8.self).split(separator: "\n")
        let whole = lines.filter { $0.contains("\"k\":\"mutation\"") && $0.contains("\"state\":") }
        #expect(whole.map { $0.firstMatch(of: /"rev":(\d+)/)?.1 } == ["32", "64", "96"])
    }
}

/// A store of another version of the program: it loses what is added after the first.
private final class OtherStore: Store {
    let publisher = StatePublisher(Ledger.State())

    nonisolated static func mutate(_ state: inout Ledger.State, by mutation: Ledger.Mutation) {
        let before = state.total
        LedgerStore.mutate(&state, by: mutation)
        if case .added(2) = mutation { state.total = before + 1 }
    }
}
