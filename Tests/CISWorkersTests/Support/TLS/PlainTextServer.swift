import CIS
import Foundation

/// A server that reads the first bytes of a connection, replies with fixed bytes, and closes the connection.
final class PlainTextServer: Sendable {
    private let listener: Socket
    private let port: Int
    private let count = LockedValue(0)

    init(_ answer: String) throws {
        listener = try Socket.listening()
        port = try listener.port()
        Thread { [listener, count] in
            while let socket = listener.accept() {
                count.withLock { $0 += 1 }
                if socket.receive() != nil { _ = socket.send(Array(answer.utf8)) }
                socket.close()
            }
            listener.close()
        }.start()
    }

    deinit {
        listener.shutDown()
    }

    /// The URL. Its scheme is `https`, although the server does not use TLS.
    var url: URL { URL(string: "https://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    /// The number of connections.
    var connectionCount: Int { count.withLock { $0 } }
}
