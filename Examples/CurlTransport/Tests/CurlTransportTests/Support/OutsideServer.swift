import Foundation
import Testing

/// A server of `servers.py`, in a process of its own. Ends with the last who knows it.
final class OutsideServer: Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let port: Int
    private let process: Process
    private let input: Pipe
    private let output: Lines

    /// - Parameter arguments: As at the top of `servers.py`. Names of certificates, such as `server.pem`, are enough.
    init(_ arguments: String...) throws {
        process = Process()
        input = Pipe()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", Self.folder.appending(path: "servers.py").path]
            + arguments.map { $0.hasSuffix(".pem") ? Self.certificate($0).path : $0 }
        process.standardInput = input
        process.standardOutput = output
        // Tracebacks of connections that end as they should here.
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.output = Lines(output.fileHandleForReading)
        port = try #require(Int(self.output.next() ?? ""))
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
    func next() -> String? { output.next() }

    func url(_ scheme: String, host: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(host):\(port)") ?? URL(filePath: "/no-url")
    }
}

/// What is read from a file handle, line by line.
private final class Lines: Sendable {
    private let handle: FileHandle
    private let buffer = Guarded(Data())

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    func next() -> String? {
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
