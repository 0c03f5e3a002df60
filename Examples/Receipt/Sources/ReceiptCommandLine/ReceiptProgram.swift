package import CISWorkers
import Foundation
package import ReceiptServices

/// What differs from run to run, so that a test can hold it still.
package struct Surroundings: Sendable {
    /// Times and ids.
    package var worker = ReceiptWorker.Options()
    /// What `~/` stands for in a command.
    package var home: String? = ProcessInfo.processInfo.environment["HOME"]
    /// What requests to a server go by: how long they may take, and when they are repeated.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Where the store is.
    package var files: any FileWorker = DiskFiles()

    package init() {}
}

/// The whole program but for standard input and output.
@MainActor package struct ReceiptProgram {
    private let console: any Console
    private let surroundings: Surroundings

    /// - Parameter console: kept for the whole run.
    package init(console: any Console, surroundings: Surroundings = Surroundings()) {
        self.console = console
        self.surroundings = surroundings
    }

    /// Runs to the end of the request, of the script or of the session.
    ///
    /// - Parameter arguments: without the name of the program; bytes, because they need not be text.
    package func run(_ arguments: [[UInt8]]) async -> ExitCode {
        var code: ExitCode
        do {
            code = try await follow(try ArgumentParser.parse(arguments.map { try String(exactly: $0) }))
        } catch {
            code = error is UsageError ? .usage : .failure
            console.writeError("error: \("\(error)".printable(isLine: false))")
        }
        guard console.hasLostOutput else { return code }
        console.writeError("error: Standard output could not be written, so what is there is not complete.")
        return code == .success ? .lostOutput : code
    }

    private func follow(_ command: ReceiptCommand) async throws -> ExitCode {
        switch command {
        case .help:
            console.write(ReceiptCommand.helpText)
            return .success
        case .session(let options):
            return await SessionRunner(app: app(options), console: console, home: surroundings.home).run()
        case .send(let options, let request):
            return try await SendRunner(app: app(options), console: console).run(request)
        }
    }

    private func app(_ options: ReceiptOptions) -> ReceiptApp {
        ReceiptApp(options, console: console, surroundings: surroundings)
    }
}
