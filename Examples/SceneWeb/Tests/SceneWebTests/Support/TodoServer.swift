import Foundation

/// The program that serves the page. A test can end it, and start it again on the same port.
final class TodoServer: Sendable {
    let port: Int
    let reserved: ReservedPort
    let file: URL
    private let process: ChildProcess

    /// Starts the program and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - file: The file in which it keeps its items. If it is `nil`, a new file.
    ///   - arguments: Further arguments of the program.
    init(port: ReservedPort = ReservedPort(), file: URL? = nil, arguments: [String] = []) async throws {
        self.file =
            file ?? FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString).json")
        let output = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program.path, "\(port.number)", self.file.path] + arguments,
            descriptors: [0: ChildProcess.nothing, 1: output.writing, 2: ChildProcess.nothing])
        try output.writing.close()
        let address: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: String(decoding: output.reading.availableData, as: UTF8.self))
            }
        }
        guard address.hasSuffix(":\(port.number)\n") else {
            throw Browser.Failure(description: "The server does not start: \(address)")
        }
        self.port = port.number
        reserved = port
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Kills the program, without letting it finish anything.
    func kill() async { await process.kill() }

    /// Ends the program, and deletes its items.
    func end() async {
        await kill()
        try? FileManager.default.removeItem(at: file)
    }

    /// The path of the program, in the folder of the tests.
    private static var program: URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("todo-page").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent("todo-page")
    }
}
