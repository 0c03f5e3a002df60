import Foundation

/// The program `gather-server`, which a test can end and start again at the same port.
final class ServerProcess: Sendable {
    let port: ReservedPort
    private let process: ChildProcess

    /// Starts the program, and waits until it listens.
    init(port: ReservedPort, database: URL) async throws {
        let output = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program, "--port", "\(port.number)", "--database", database.path],
            descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        let line = await output.reading.line()
        guard line.hasSuffix(":\(port.number)") else {
            throw ChildProcess.Failure(description: "gather-server has not started: “\(line)”")
        }
        self.port = port
    }

    /// Kills the program, which cannot prepare for it.
    func kill() async { await process.kill() }

    /// Stops the program: from now on it accepts requests, but does not handle them.
    func pause() {
        Foundation.kill(process.pid, SIGSTOP)
        // Until all of its threads have stopped, one of them may take a request.
        var info = siginfo_t()
        waitid(P_PID, id_t(process.pid), &info, WSTOPPED | WNOWAIT)
    }

    /// Continues a program that was paused.
    func resume() { Foundation.kill(process.pid, SIGCONT) }

    private static let program = Bundle.main.bundleURL.appending(path: "gather-server").path
}
