import Foundation

/// The program `gather-server`, which a test can end and start again at the same port.
final class ServerProcess: Sendable {
    let port: Int
    private let process: ChildProcess

    /// Starts the program, and waits until it listens.
    init(port: Int, database: URL) async throws {
        let output = ChildProcess.pipe()
        process = try ChildProcess(
            [Self.program, "--port", "\(port)", "--database", database.path],
            descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        let line = await output.reading.line()
        guard let number = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ChildProcess.Failure(description: "gather-server has not started: “\(line)”")
        }
        self.port = number
    }

    /// Kills the program, which cannot prepare for it.
    func kill() async { await process.kill() }

    private static let program = Bundle.main.bundleURL.appending(path: "gather-server").path
}

extension FileHandle {
    /// Reads one line on a thread of its own.
    func line() async -> String {
        await withCheckedContinuation { continuation in
            let descriptor = fileDescriptor
            Thread.detachNewThread {
                var (text, byte): ([UInt8], UInt8) = ([], 0)
                while Foundation.read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
