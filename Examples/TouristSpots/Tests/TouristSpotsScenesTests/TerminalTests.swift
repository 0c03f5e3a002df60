import CIS
import CISTesting
import TerminalFrontEnd
import Testing
import TouristSpotsScenes

/// TS-02: the list in a terminal.
@MainActor @Suite struct TerminalTests {
    @Test func `TS-02 a list that has become shorter is scrolled back, and does not leave the screen empty`() async {
        let worker = TouristSpotsDouble()
        worker.fetching.answers(.value(.sample(8)), .value(.sample(2)))
        let scene = TouristSpots.assemble(worker: worker)
        let terminal = Terminal(scene)
        for await count in scene.values(\.rows.count) where count == 8 { break }
        for _ in 0..<100 { terminal.press(.character("j")) }
        #expect(terminal.list(height: 24).contains { $0.contains("곳 7") })
        await scene.run(.refreshPulled)
        #expect(scene.state.rows.count == 2)
        #expect(terminal.list(height: 24).contains { $0.contains("곳 1") })
    }
}
