import CMicrohttpd
import Foundation

/// An HTTP/1.1 server that uses libmicrohttpd. It serves static files, small requests, and streams of server-sent events.
///
/// If it is released without ``stop()``, it closes its connections at once.
///
/// It has a thread of its own, which only reads and writes. The handler runs in a task for each request. By default it binds
/// to the loopback interface. It does not support TLS; for that, put a reverse proxy in front of it.
///
/// ```swift
/// let server = try WebServer(port: 8080) { request in
///     files.response(to: request) ?? .text("Nothing is here.", status: 404)
/// }
/// print("http://127.0.0.1:\(server.port)")
/// ```
public final class WebServer: Sendable {
    /// The limits of a server.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a request's body, in bytes. Larger ones are answered with 413.
        public var body = 1 << 20
        /// The maximum number of open connections. Further connections wait to be accepted.
        public var connections = 1_000
        /// How long a connection may be inactive, in seconds, before it is closed.
        public var idleSeconds = 60
        /// How long a stream of events may be silent, in seconds, before a comment is sent, which detects whether the client
        /// is still connected.
        public var heartbeatSeconds = 15
        /// The memory for the headers of one connection, in bytes. Larger ones are answered with 431.
        public var connectionMemory = 32 << 10

        /// Creates the default limits.
        public init() {}
    }

    /// The reason why a server could not start.
    public struct StartError: Error, CustomStringConvertible {
        /// The address, the problem and its remedy.
        public let description: String
    }

    /// The headers of every response that does not replace them. A page with them has no inline scripts and styles, loads nothing
    /// from other servers except for images in its own text (`data:`), is shown in no frame, and is not kept by caches.
    public static let defaultHeaders: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"),
    ]

    /// The port the server listens on.
    public let port: Int
    private let daemon: Daemon
    private let exchanges: Exchanges

    /// Starts a server. From this call on, `SIGPIPE` is ignored.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free one.
    ///   - host: The address to listen on: `127.0.0.1`, `::1`, `0.0.0.0` or another of this machine.
    ///   - access: The rules that decide which requests reach the handler. Other requests are answered with 403.
    ///   - headers: Headers of every response, in addition to ``defaultHeaders``, or instead of those with the same names. A header
    ///     with an empty value is omitted. A response can have other values.
    ///   - limits: The limits of the server.
    ///   - threads: The number of threads that read and write (Linux).
    ///   - log: Called with a line for each request that the access rules refuse.
    ///   - handle: Answers a request. Called in a task of its own; cancelled when the server is stopped, not when the
    ///     client leaves.
    /// - Throws: ``StartError`` if the address is invalid, or cannot be used.
    public init(
        port: Int, host: String = "127.0.0.1", access: AccessRules = .loopback,
        headers: [(name: String, value: String)] = [], limits: Limits = Limits(), threads: Int = 1,
        log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError,
        handle: @escaping @Sendable (WebRequest) async -> WebResponse
    ) throws {
        // Otherwise, a line of the log would end the program when nobody reads the log any more.
        signal(SIGPIPE, SIG_IGN)
        let address = try SocketAddress(host: host, port: port)
        let replaced = Set(headers.map { $0.name.lowercased() })
        let all = Self.defaultHeaders.filter { !replaced.contains($0.name.lowercased()) } + headers
        exchanges = Exchanges(
            access: access, limits: limits, headers: all.filter { !$0.value.isEmpty }, log: log, handle: handle)
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

    /// Stops the server: it accepts no new connections, ends the streams, and waits until the requests in flight are
    /// answered. If the calling task is cancelled, it cancels the handlers, and still waits for them. Calling it again does
    /// nothing.
    ///
    /// - Parameters:
    ///   - grace: How long clients may go on to send a request or to read a response. Then their connections are closed. A handler
    ///     is waited for, however long it takes.
    ///   - clock: The clock of the grace time.
    public func stop(grace: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()) async {
        daemon.quiesce()
        let deadline = Task { [exchanges] in
            guard (try? await clock.sleep(for: min(grace, .longestSleep))) != nil else { return }
            exchanges.cutOffSlowClients()
        }
        defer { deadline.cancel() }
        await withTaskCancellationHandler {
            await exchanges.finish()
        } onCancel: {
            exchanges.cancelAll()
        }
        daemon.stop()
    }

    deinit {
        // `daemon` stops when it is released, and at that time no connection may be suspended.
        exchanges.abandonAll()
    }
}

extension WebServer {
    /// Writes a line to standard error, if it can be written.
    public static let logToStandardError: @Sendable (String) -> Void = { line in
        // The reader of the log may be gone, or the disk full. `write(_:)` would end the process then.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// A line of the log. Text from the client is quoted, so that it cannot forge other lines.
    static func refusal(_ method: String, _ target: String, _ reason: String) -> String {
        "Refused \(quoted(method)) \(quoted(target)): \(quoted(reason))"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.prefix(200).map { scalar in
            isObeyed(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return escaped.joined()
    }

    /// Whether a terminal might interpret the character instead of showing it.
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
