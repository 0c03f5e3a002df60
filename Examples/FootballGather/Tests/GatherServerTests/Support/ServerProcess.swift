import Foundation

/// The program `gather-server`, in a process of its own.
final class ServerProcess: Sendable {
    private static let program = Bundle.main.bundleURL.appending(path: "gather-server").path

    let port: Int
    private let process: ChildProcess

    /// Starts the program on a free port, and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: Further arguments.
    ///   - errors: The standard error of the program.
    init(_ arguments: [String], errors: FileHandle? = nil) async throws {
        let pipe = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program] + arguments + ["--port", "0"], descriptors: Self.descriptors(pipe.writing, errors))
        try pipe.writing.close()
        let line = await pipe.reading.line()
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ChildProcess.Failure(description: "gather-server has not started: “\(line)”")
        }
        self.port = port
    }

    /// Kills the program, without letting it finish anything.
    func kill() { Foundation.kill(process.pid, SIGKILL) }

    /// Sends a signal, and waits until the program has ended.
    @discardableResult func end(_ signal: Int32) async -> Int32 {
        Foundation.kill(process.pid, signal)
        return await process.end()
    }

    /// Runs the program until it ends by itself.
    ///
    /// - Returns: Its exit status, and what it has written to both outputs.
    static func output(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let pipe = ChildProcess.pipe()
        let process = try ChildProcess(
            [program] + arguments, descriptors: descriptors(pipe.writing, pipe.writing))
        try pipe.writing.close()
        let text = await pipe.reading.text()
        return (await process.end(), text)
    }

    private static func descriptors(_ output: FileHandle, _ errors: FileHandle?) -> [Int32: FileHandle] {
        [0: ChildProcess.nothing, 1: output, 2: errors ?? .standardError]
    }
}
