package import CISWorkers
import Foundation
package import ReceiptServices

/// The whole program but for standard input and output. What it runs with are its properties, and then the arguments.
@MainActor package struct Receipt {
    package var terminal = Terminal()
    package var worker = ReceiptWorker.Options()
    package var files: any FileWorker = DiskFiles()
    /// Measures timeouts of requests to a server, and the pauses before a repetition.
    package var clock: any Clock<Duration> = ContinuousClock()

    enum Mode { case help, session, send }
    var mode = Mode.session
    var store = "./receipt-store"
    var server: URL?
    var trace = false
    /// The images of `send` in the order given: the button to get each with, and its path.
    var images: [(button: Verb, path: String)] = []
    var requests = ""

    package init() {}

    /// Runs to the end of the request, of the script or of the session.
    ///
    /// - Parameter arguments: Without the name of the program.
    package func run(_ arguments: [String]) async -> ExitCode {
        var (receipt, code) = (self, ExitCode.success)
        do {
            try receipt.read(arguments)
            switch receipt.mode {
            case .help: terminal.write(Self.help)
            case .session: try await ReceiptApp(receipt).runSession()
            case .send: try await ReceiptApp(receipt).send(receipt.images, requests: receipt.requests)
            }
        } catch {
            terminal.writeError("error: \(error)")
            code = error is UsageError ? .usage : .failure
        }
        guard terminal.hasLostOutput else { return code }
        terminal.writeError("error: Standard output could not be written, so what is there is not complete.")
        return code == .success ? .lostOutput : code
    }
}

/// How `receipt` ended; its help explains the codes. The last two are those of BSD's `sysexits`.
package enum ExitCode: Int32 { case success = 0, failure = 1, usage = 64, lostOutput = 74 }
