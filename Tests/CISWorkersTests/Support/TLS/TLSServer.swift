import Foundation

/// An HTTPS server on the loopback interface, with an untrusted certificate. It responds to every request with `200`
/// and the text `well`.
///
/// It runs as a child process in python, which provides TLS. It ends when this value is released, or when this process
/// ends and closes its standard input.
final class TLSServer {
    /// The reason of a test that is skipped.
    static let requirement = "needs python3 with its module ssl, which is the TLS server"

    /// Whether python3 and its module ssl are available.
    static let isAvailable: Bool = {
        guard let python = program else { return false }
        let process = Process()
        process.executableURL = python
        process.arguments = ["-c", "import ssl"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The URL.
    let url: URL
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let folder: TemporaryFolder

    /// - Parameter certificate: The certificate of the server.
    init(_ certificate: TestCertificate) throws {
        folder = try TemporaryFolder()
        try Data(certificate.pem.utf8).write(to: folder("certificate"))
        try Data(certificate.key.utf8).write(to: folder("key"))
        process = Process()
        process.executableURL = Self.program
        process.arguments = ["-c", Self.script, folder("certificate").path, folder("key").path]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        let text = "https://127.0.0.1:\(String(decoding: line, as: UTF8.self))"
        url = URL(string: text) ?? URL(fileURLWithPath: "/")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Stops the server, and returns the number of connections.
    func connectionsAtEnd() throws -> Int {
        try input.fileHandleForWriting.close()
        let lines = try output.fileHandleForReading.readToEnd() ?? Data()
        return lines.count { $0 == UInt8(ascii: "\n") }
    }

    private static let program: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(filePath: String($0)).appending(path: "python3") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Prints its port, and a line for every connection.
    private static let script = """
        import os, socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(listener.getsockname()[1], flush=True)

        def end_with_parent():
            sys.stdin.read()
            os._exit(0)

        def serve(connection):
            try:
                with context.wrap_socket(connection, server_side=True) as stream:
                    request = b""
                    while b"\\r\\n\\r\\n" not in request:
                        more = stream.recv(65536)
                        if not more:
                            return
                        request += more
                    stream.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\nConnection: close\\r\\n\\r\\nwell")
            except OSError:
                pass

        threading.Thread(target=end_with_parent, daemon=True).start()
        while True:
            connection, _ = listener.accept()
            print(flush=True)
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
        """
}
