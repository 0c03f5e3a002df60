import CMicrohttpd
import Foundation

/// An HTTP/1.1 server on libmicrohttpd: static files, small requests, streams of server-sent events.
///
/// Let go without ``stop()``, it closes its connections at once.
///
/// It has a thread of its own, which only reads and writes; the handler runs in a task for each request. It binds to the
/// loopback interface unless told otherwise, and speaks no TLS: put a reverse proxy in front of it for that.
///
/// ```swift
/// let server = try WebServer(port: 8080) { request in
///     files.response(to: request) ?? .text("Nothing is here.", status: 404)
/// }
/// print("http://127.0.0.1:\(server.port)")
/// ```
public final class WebServer: Sendable {
    /// What a server takes, and what it refuses.
    public struct Limits: Sendable, Hashable {
        /// The largest body of a request, in bytes. More is answered with 413.
        public var body = 1 << 20
        /// The connections open at a time. More wait to be accepted.
        public var connections = 1_000
        /// How long a connection may stand still, in seconds, before it is closed.
        public var idleSeconds = 60
        /// How long a stream of events may be silent, in seconds, before a comment is sent: it finds out whether the
        /// client is still there.
        public var heartbeatSeconds = 15
        /// The memory for the headers of one connection, in bytes. Larger ones are answered with 431.
        public var connectionMemory = 32 << 10

        /// The limits named above.
        public init() {}
    }

    /// Why a server could not start.
    public struct StartError: Error, CustomStringConvertible {
        /// One sentence that names the address and the remedy.
        public let description: String
    }

    /// Headers that every answer has, unless it says otherwise.
    public static let defaultHeaders: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"),
    ]

    /// The port the server listens on.
    public let port: Int
    private let daemon: Daemon
    private let exchanges: Exchanges

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - host: The address to listen on: `127.0.0.1`, `::1`, `0.0.0.0` or another of this machine.
    ///   - access: Which requests reach the handler. Others get 403.
    ///   - limits: What the server takes.
    ///   - threads: How many threads read and write (Linux).
    ///   - log: Is given a line for each request that the rules of access refuse.
    ///   - handle: Answers a request. Called in a task of its own; cancelled when the server is stopped, not when the
    ///     client leaves.
    /// - Throws: ``StartError`` if the address is not one, or cannot be used.
    public init(
        port: Int, host: String = "127.0.0.1", access: AccessRules = .loopback, limits: Limits = Limits(),
        threads: Int = 1, log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError,
        handle: @escaping @Sendable (WebRequest) async -> WebResponse
    ) throws {
        let address = try SocketAddress(host: host, port: port)
        exchanges = Exchanges(access: access, limits: limits, log: log, handle: handle)
        guard let daemon = Daemon(address, threads: threads, limits: limits, exchanges: exchanges) else {
            throw StartError(
                description:
                    "Nothing can listen on \(host), port \(port): another program does, or this machine has no "
                    + "such address. Choose another port, or 0 for any that is free.")
        }
        self.daemon = daemon
        self.port = daemon.port
        exchanges.startHeartbeat()
    }

    /// Stops the server: takes no new connections, ends the streams, and waits for the requests in flight to be answered.
    /// Cancelled, it cancels their handlers, and still waits for them. Calling it again does nothing.
    public func stop() async {
        daemon.quiesce()
        await withTaskCancellationHandler {
            await exchanges.finish()
        } onCancel: {
            exchanges.cancelAll()
        }
        daemon.stop()
    }

    deinit {
        // `daemon` stops when it is let go, and no connection may sleep then.
        exchanges.abandonAll()
    }
}

extension WebServer {
    /// Writes a line to standard error.
    public static let logToStandardError: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// A line of the log. What the client has said is quoted, so that it cannot write lines of its own.
    static func refusal(_ method: String, _ target: String, _ reason: String) -> String {
        "Refused \(quoted(method)) \(quoted(target)): \(quoted(reason))"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.prefix(200).map { scalar in
            isObeyed(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return escaped.joined()
    }

    /// Whether a terminal that shows the log may do something else with it than show it.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isWhitespace && scalar != " "
        }
    }
}

/// An address to listen on.
struct SocketAddress {
    private var storage = sockaddr_storage()
    let isIPv6: Bool

    init(host: String, port: Int) throws {
        guard let port = UInt16(exactly: port) else {
            throw WebServer.StartError(description: "\(port) is no port. Ports are numbers from 0 to 65535.")
        }
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            isIPv6 = false
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: &four) { target.copyMemory(from: $0) }
            }
        } else if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            isIPv6 = true
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: &six) { target.copyMemory(from: $0) }
            }
        } else {
            throw WebServer.StartError(
                description: "“\(host)” is no address. Write one in numbers, such as 127.0.0.1 or ::1.")
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
