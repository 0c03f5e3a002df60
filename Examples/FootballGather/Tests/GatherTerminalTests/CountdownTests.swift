import CIS
import CISTesting
import Foundation
import GatherApp
import GatherServer
import GatherTerminal
import Testing

/// A gather in a terminal with a clock that the test moves, over the program's own server.
@MainActor @Suite struct CountdownTests {
    private let clock = ManualClock()
    private let terminal: PseudoTerminal
    private let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")

    init() throws { terminal = try PseudoTerminal() }

    /// Runs the app in the terminal, from registering until both players are on the screen of the gather.
    private func play(_ body: () async throws -> Void) async throws {
        let app = try await GatherApp(try Options([], folder: folder), clock: clock, requestClock: ManualClock())
        let screen = FullScreen(app.flow(), input: terminal.program, output: terminal.program, hasColours: true)
        let running = Task { await screen.run() }
        do {
            try await start()
            try await body()
            try terminal.type("\u{3}")
            #expect(await running.value == 0)
        } catch {
            running.cancel()
            throw error
        }
        await app.end()
        terminal.close()
    }

    private func start() async throws {
        await terminal.shows("Enter username")
        try terminal.type("ada\rsecret\t\t\t\r")
        await terminal.shows("There aren't any players for your user.")
        for name in ["Ann", "Ben"] {
            try terminal.type("a")
            await terminal.shows("Enter name of the player")
            try terminal.type("\(name)\r")
            await terminal.shows("\(name) ", "Position", absent: ["Loading", "Enter name"])
        }
        try terminal.type("s")
        await terminal.shows("0 selected")
        try terminal.type("\u{1B}[H \u{1B}[B c")
        await terminal.shows("Confirm Players")
        try terminal.type("\u{1B}[Ha\u{1B}[Hb")
        await terminal.shows("[ Start Gather ]")
        try terminal.type("s")
        await terminal.shows("Gather in progress", Self.digits("10:00"), absent: ["Loading"])
    }

    /// The first line of a time in large digits.
    private static func digits(_ time: String) -> String {
        let tops: [Character: String] = [
            "0": "┌─┐", "1": "  ╷", "2": "╶─┐", "3": "╶─┐", "4": "╷ ╷", "5": "┌─╴", "6": "┌─╴", "7": "╶─┐", "8": "┌─┐",
            "9": "┌─┐", ":": " ",
        ]
        return time.compactMap { tops[$0] }.joined(separator: " ")
    }

    @Test
    func
        `FG-TIMER-02 to FG-TIMER-09, FG-GATHER-06 a countdown is started, paused, set and runs out, and the score is stored`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await play {
            try terminal.type("s")
            await clock.sleepers(1)
            await terminal.shows("[ Pause ]")
            await clock.advance(by: .seconds(1))
            await terminal.shows(Self.digits("09:59"))
            try terminal.type("s")
            await terminal.shows("[ Resume ]", Self.digits("09:59"))
            // FG-TIMER-06: a time that was counted is not lost without a question.
            try terminal.type("r")
            await terminal.shows("The clock goes back to 10:00.", "▸ [ Cancel ]", "[ Reset ]")
            try terminal.type("\r")
            await terminal.shows("[ Resume ]", Self.digits("09:59"), absent: ["goes back"])
            // FG-TIMER-07 to FG-TIMER-09: ten seconds less, and then a minute instead of nine.
            try terminal.type("t")
            await terminal.shows("9 min", "59 sec")
            try terminal.type("\u{1B}[B\u{1B}[6~")
            await terminal.shows("49 sec")
            try terminal.type("\u{1B}")
            await terminal.shows("[ Resume ]", Self.digits("09:59"), absent: ["49 sec"])
            try terminal.type("t")
            await terminal.shows("59 sec")
            try terminal.type(String(repeating: "-", count: 8) + "\u{1B}[B\u{1B}[B\r")
            await terminal.shows("[ Start ]", Self.digits("01:59"), absent: ["sec"])
            try terminal.type("s")
            await clock.sleepers(1)
            await terminal.shows("[ Pause ]")
            await clock.advance(by: .seconds(119))
            await terminal.shows("( Start )", "Time is up", Self.digits("00:00"))
            #expect(terminal.bells == 1)
            try terminal.type("r")
            await terminal.shows(Self.digits("10:00"))
            try terminal.type("\u{1B}[H+++\u{1B}[B+")
            await terminal.shows("TEAM A      ◂      3 ▸", "TEAM B      ◂      1 ▸")
            try terminal.type("e")
            await terminal.shows("Are you sure you want to end the gather?")
            try terminal.type("\u{1B}[C\r")
            await terminal.shows("Players", "[ Add player ]", absent: ["Loading", "Gather"])
            #expect(terminal.bells == 1, "it rings once")
        }
        let database = try await DatabaseLocation.file(folder.appending(path: "gather.sqlite").path).open()
        let stored = try await database.read { try $0.run("SELECT score, winner_team FROM gathers").map(\.values) }
        #expect(stored == [[.string("3-1"), .string("Team A")]])
        await database.close()
    }

    @Test func `FG-TIMER-11 leaving the gather ends its countdown`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await play {
            try terminal.type("s")
            await clock.sleepers(1)
            try terminal.type("\u{1B}")
            await terminal.shows("Confirm Players")
            #expect(clock.deadlines.isEmpty)
        }
    }
}
