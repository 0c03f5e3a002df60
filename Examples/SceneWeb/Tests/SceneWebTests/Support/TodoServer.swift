import Foundation

/// The program with the page, which a test can end and start again at the same port.
final class TodoServer: Sendable {
    let port: Int
    let file: URL
    private let process: ChildProcess

    /// Starts the program and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - file: Where it keeps its items. A new file unless given.
    init(port: Int = 0, file: URL? = nil) async throws {
        self.file =
            file ?? FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString).json")
        let output = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program.path, "\(port)", self.file.path],
            descriptors: [0: ChildProcess.nothing, 1: output.writing, 2: ChildProcess.nothing])
        try output.writing.close()
        let address: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: String(decoding: output.reading.availableData, as: UTF8.self))
            }
        }
        guard let number = Int(address.trimmingCharacters(in: .newlines).split(separator: ":").last ?? "") else {
            throw Browser.Failure(description: "The server does not start: \(address)")
        }
        self.port = number
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Ends the program as the system would, without a good-bye.
    func kill() async { await process.kill() }

    /// Ends the program, and forgets its items.
    func end() async {
        await kill()
        try? FileManager.default.removeItem(at: file)
    }

    /// Beside the tests.
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
