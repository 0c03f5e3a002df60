import CIS
import Foundation
import Testing

/// A server of `servers.py`, in a process of its own. The process ends when this object is released.
final class OutsideServer: Sendable {
    /// The reason of a test that is skipped.
    static let requirement: Comment = "needs python3 with its module ssl"

    /// Whether python3 and its module ssl are available.
    static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import ssl"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let port: Int
    private let process: Process
    private let output: Lines

    /// - Parameter arguments: The arguments, as described at the top of `servers.py`. Names of certificates, such as
    ///   `server.pem`, need no path.
    init(_ arguments: String...) async throws {
        process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", Self.folder.appending(path: "servers.py").path]
            + arguments.map { $0.hasSuffix(".pem") ? Self.certificate($0).path : $0 }
        // The server ends when its standard input is closed, and therefore also when this process is stopped.
        process.standardInput = Pipe()
        process.standardOutput = output
        // Discards the tracebacks of connections that the tests break on purpose.
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.output = Lines(output.fileHandleForReading)
        port = try #require(Int(await self.output.next() ?? ""))
    }

    deinit {
        // Closing its input may not be enough, because processes that were started in the meantime may hold it open.
        // The server may block other signals, like the thread that has started it.
        kill(process.processIdentifier, SIGKILL)
    }

    static func certificate(_ name: String) -> URL {
        folder.appending(path: "Certificates/\(name)")
    }

    /// Returns the next line of its output. Waits until there is one.
    func next() async -> String? { await output.next() }

    /// Stops the server, and returns the number of connections that it has accepted.
    func connectionsAtEnd() async -> Int {
        kill(process.processIdentifier, SIGKILL)
        var count = 0
        while let line = await next() { count += line == "connection" ? 1 : 0 }
        return count
    }

    func url(_ scheme: String, host: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(host):\(port)") ?? URL(filePath: "/no-url")
    }
}

/// The lines that are read from a file handle.
private final class Lines: Sendable {
    private let handle: FileHandle
    private let buffer = LockedValue(Data())
    private let queue = DispatchQueue(label: "OutsideServer.output")

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    func next() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: wait()) }
        }
    }

    private func wait() -> String? {
        buffer.withLock { buffer in
            while true {
                if let end = buffer.firstIndex(of: 10) {
                    defer { buffer = Data(buffer[(end + 1)...]) }
                    return String(decoding: buffer[..<end], as: UTF8.self)
                }
                let more = handle.availableData
                guard !more.isEmpty else { return nil }
                buffer.append(more)
            }
        }
    }
}
