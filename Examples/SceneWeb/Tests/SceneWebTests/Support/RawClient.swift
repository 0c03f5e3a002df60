import Foundation
import Synchronization

/// A client with a connection of its own. It sends exactly the given bytes, and reads what the server sends.
final class RawClient: Sendable {
    private let socket: Int32
    private let isConnected: Bool
    private let received = Mutex(Data())

    init(port: Int) {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        // A server that sends nothing must not block the tests for ever.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        isConnected = withUnsafePointer(to: address) { [socket] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
    }

    deinit { Foundation.close(socket) }

    /// Returns whether no program listens on a port.
    @concurrent static func isRefused(_ port: Int) async -> Bool { !RawClient(port: port).isConnected }

    func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

    func send(_ text: String) {
        _ = text.withCString { Foundation.send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    /// Reads until a text has arrived, or the server closes the connection.
    ///
    /// - Returns: Everything that was read on this connection so far.
    func read(until text: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var buffer = [UInt8](repeating: 0, count: 64 << 10)
                var known = String(decoding: received.withLock { $0 }, as: UTF8.self)
                while !known.contains(text) {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    known = received.withLock { received in
                        received.append(contentsOf: buffer[..<count])
                        return String(decoding: received, as: UTF8.self)
                    }
                }
                continuation.resume(returning: known)
            }
        }
    }

    func readToEnd() async -> String { await read(until: "\u{0}never") }

    /// Sends a request and reads its answer to the end of the connection.
    static func ask(
        _ port: Int, _ method: String, _ target: String, headers: [String] = [], body: String = "",
        host: String = "127.0.0.1"
    ) async -> String {
        let client = RawClient(port: port)
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host):\(port)", "Connection: close"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return await client.readToEnd()
    }
}
