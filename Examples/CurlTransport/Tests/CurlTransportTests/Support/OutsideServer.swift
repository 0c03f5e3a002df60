import Foundation
import Testing

/// A server of `servers.py`, in a process of its own. Ends with the last who knows it.
final class OutsideServer: Sendable {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let port: Int
    private let process: Process
    private let output: Lines

    /// - Parameter arguments: As at the top of `servers.py`. Names of certificates, such as `server.pem`, are enough.
    init(_ arguments: String...) async throws {
        process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", Self.folder.appending(path: "servers.py").path]
            + arguments.map { $0.hasSuffix(".pem") ? Self.certificate($0).path : $0 }
        // It ends when nobody writes there any more, so also when this process is stopped.
        process.standardInput = Pipe()
        process.standardOutput = output
        // Tracebacks of connections that end as they should here.
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.output = Lines(output.fileHandleForReading)
        port = try #require(Int(await self.output.next() ?? ""))
    }

    deinit {
        // Not by the end of its input, which processes that were started meanwhile may hold open, nor by a signal that it
        // may block, as the thread does that has started it.
        kill(process.processIdentifier, SIGKILL)
    }

    static func certificate(_ name: String) -> URL {
        folder.appending(path: "Certificates/\(name)")
    }

    /// The next line of what has happened; waits until there is one.
    func next() async -> String? { await output.next() }

    func url(_ scheme: String, host: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(host):\(port)") ?? URL(filePath: "/no-url")
    }
}

/// What is read from a file handle, line by line.
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
