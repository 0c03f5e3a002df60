import Foundation

/// The program `gather-server`, from outside.
final class ServerProcess: Sendable {
    private static let program = Bundle.main.bundleURL.appending(path: "gather-server").path

    let port: Int
    private let process: ChildProcess

    /// Starts it on a free port, and waits until it listens.
    ///
    /// - Parameter errors: Where it writes what goes wrong.
    init(_ arguments: [String], errors: FileHandle? = nil) async throws {
        let pipe = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program] + arguments + ["--port", "0"], output: pipe.fileHandleForWriting, errors: errors)
        try pipe.fileHandleForWriting.close()
        let line = await pipe.fileHandleForReading.text(until: "\n")
        guard let port = line.trimmingCharacters(in: .newlines).split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ChildProcess.Failure(description: "gather-server has not started: “\(line)”")
        }
        self.port = port
    }

    /// Ends the program as the system would, without a good-bye.
    func kill() { Foundation.kill(process.pid, SIGKILL) }

    /// Sends a signal, and waits for the end.
    @discardableResult func end(_ signal: Int32) async -> Int32 {
        Foundation.kill(process.pid, signal)
        return await process.end()
    }

    /// Runs it until it ends by itself.
    ///
    /// - Returns: What it has said, on both outputs.
    static func output(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let pipe = ChildProcess.pipe()
        let process = try ChildProcess(
            [program] + arguments, output: pipe.fileHandleForWriting, errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let text = await pipe.fileHandleForReading.text()
        return (await process.end(), text)
    }
}
