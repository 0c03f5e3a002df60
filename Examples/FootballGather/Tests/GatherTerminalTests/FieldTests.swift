import CIS
import Foundation
import GatherApp
import GatherTerminal
import Testing

/// Texts that are typed into a field.
@MainActor @Suite struct FieldTests {
    @Test
    func `a text is edited in its middle, with accents and wide letters, and a long one is shown around the cursor`()
        async throws
    {
        let terminal = try PseudoTerminal(columns: 40)
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // No request is sent.
        let app = try await GatherApp(try Options(["--server", "http://127.0.0.1:1"], folder: folder))
        let screen = FullScreen(app.flow(), input: terminal.program, output: terminal.program, hasColours: true)
        let running = Task { await screen.run() }

        await terminal.shows("Enter username")
        try terminal.type("e\u{301}한글")
        await terminal.shows("▸ │ é한글 ")
        try terminal.type("\u{1B}[D\u{7F}")
        await terminal.shows("▸ │ é글 ")
        try terminal.type("\u{1B}[H\u{1B}[3~\u{1B}[Fx")
        await terminal.shows("▸ │ 글x ")
        try terminal.type(String(repeating: "y", count: 60) + "z")
        await terminal.shows("yyyz  │", absent: ["글"])
        try terminal.type("\u{1B}[H")
        await terminal.shows("▸ │ 글xyyy")
        try terminal.type("\u{1B}[F\u{15}")
        await terminal.shows("▸ │  ", absent: ["글", "y │"])
        try terminal.type("\tsecret")
        await terminal.shows("▸ │ •••••• ", absent: ["secret"])
        try terminal.type("\u{3}")
        #expect(await running.value == 0)
        await app.end()
        terminal.close()
    }
}
