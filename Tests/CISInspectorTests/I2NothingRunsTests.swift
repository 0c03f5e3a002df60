import CIS
import CISInspector
import Testing

/// Reading, replaying and importing call no worker.
@MainActor
@Suite struct `I2 nothing runs` {
    @Test func `a replay performs no side effect`() async throws {
        let bank = Bank()
        let scene = Ledger.assemble(bank: bank)
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.save(3))
        let effects = bank.effects
        let heard = OutputCount()
        scene.outputs?.connect(to: heard) { heard, _ in heard.count += 1 }
        let replay = try Replay(try await recorder.recording(), of: LedgerStore.self)
        #expect(replay.state().total == 3)
        #expect(replay.firstDivergence() == nil)
        #expect(bank.effects == effects)
        #expect(heard.count == 0)
    }
}

@MainActor private final class OutputCount {
    var count = 0
}
