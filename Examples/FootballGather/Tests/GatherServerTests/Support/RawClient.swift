import Foundation
import Synchronization

/// A client that says exactly what it is told, and reads what comes: on a connection of its own.
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
        // A server that says nothing must not hold up the tests for ever.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        isConnected = withUnsafePointer(to: address) { [socket] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
    }

    deinit { Foundation.close(socket) }

    /// Whether nobody listens at a port.
    @concurrent static func isRefused(_ port: Int) async -> Bool { !RawClient(port: port).isConnected }

    func send(_ text: String) {
        _ = text.withCString { Foundation.send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    /// Reads until nothing comes any more.
    func readToEnd() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var buffer = [UInt8](repeating: 0, count: 64 << 10)
                while true {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    received.withLock { $0.append(contentsOf: buffer[..<count]) }
                }
                continuation.resume(returning: String(decoding: received.withLock { $0 }, as: UTF8.self))
            }
        }
    }
}

/// What a server has answered.
struct Answer: Sendable {
    /// 0 if there was none.
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ text: String) {
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (halves.first ?? "").split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = halves.count > 1 ? String(halves[1]) : ""
    }

    /// The end of `Location`.
    var id: String { headers["location"]?.split(separator: "/").last.map(String.init) ?? "" }

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.utf8))
    }

    /// FG-API-22.
    var reason: String? {
        struct Body: Decodable {
            var error: Bool
            var reason: String
        }
        guard headers["content-type"] == "application/json; charset=utf-8", let body = try? decoded(Body.self),
            body.error
        else { return nil }
        return body.reason
    }
}
