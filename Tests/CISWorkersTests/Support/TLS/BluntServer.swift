import CIS
import Foundation

/// A server that reads what comes first on a connection, answers with the same bytes to everybody, and hangs up.
final class BluntServer: Sendable {
    private let listener: Socket
    private let port: Int
    private let count = Guarded(0)

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

    /// Where it should speak TLS, and does not.
    var url: URL { URL(string: "https://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    /// How many connections were made.
    var connectionCount: Int { count.withLock { $0 } }
}
