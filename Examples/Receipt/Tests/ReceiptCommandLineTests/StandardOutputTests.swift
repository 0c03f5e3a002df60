import Foundation
import ReceiptCommandLine
import Testing

/// Output that no program reads.
@MainActor struct StandardOutputTests {
    private let workplace: Workplace
    private let console = ConsoleStub()

    init() throws {
        workplace = try Workplace()
        console.terminal.output = { _ in throw CocoaError(.fileWriteUnknown) }
    }

    @Test func `a request that was sent is no success if standard output cannot be written`() async throws {
        #expect(await workplace.run(["send", "--attach", Workplace.jpeg], console).rawValue == 74)
        #expect(
            console.errors == ["error: Standard output could not be written, so what is there is not complete."])
        #expect(try workplace.stored().keys.contains { $0.hasPrefix("quotations/") }, "it was sent all the same")
    }

    @Test func `a request that was not sent has failed, whatever happens to standard output`() async throws {
        #expect(await workplace.run(["send"], console) == .failure)
    }
}
