import CIS
import Foundation

// Receipt's tests use this file, too, with a gate of their own.
#if canImport(TestSupport)
import TestSupport
#endif

/// An HTTP server on the loopback interface whose replies the test defines, valid or not.
///
/// It uses sockets, with one thread per connection, and no timing: a stalled reply continues when the test says so, or
/// ends when the client closes the connection. Releasing the server closes everything.
///
/// ```
/// LoopbackServer ──▶ LoopbackCore ◀── the listening thread
///   └─ stops it        └─ sockets ◀── one thread for each connection
/// ```
final class LoopbackServer: Sendable {
    /// A received request.
    struct Request: Sendable {
        /// The number of the request over all connections, from 1.
        let number: Int
        let method: String
        /// The path and the query, as received.
        let target: String
        /// The headers, with names in lower case.
        let headers: [String: String]
        /// The first mebibyte of the body.
        let body: [UInt8]
        let bodySize: Int
        /// The number of the connection, from 1.
        let connection: Int

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let core: LoopbackCore

    /// - Parameters:
    ///   - readsBody: Returns whether to read the body of a request with this path before replying.
    ///   - answer: Returns the reply to a request. Called on the thread of the connection.
    init(
        readsBody: @escaping @Sendable (String) -> Bool = { _ in true },
        _ answer: @escaping @Sendable (Request) -> Reply
    ) throws {
        core = try LoopbackCore(readsBody: readsBody, answer: answer)
        core.listen()
    }

    /// Replies to the requests in the given order. The last reply is used for all that follow.
    convenience init(_ replies: Reply...) throws {
        try self.init { request in replies[min(request.number, replies.count) - 1] }
    }

    deinit {
        core.stop()
    }

    /// The URL.
    var url: URL {
        URL(string: "http://127.0.0.1:\(core.port)") ?? URL(fileURLWithPath: "/")
    }

    /// The requests so far.
    var requests: [Request] { core.log.withLock { $0.requests } }

    /// The number of connections.
    var connectionCount: Int { core.log.withLock { $0.connections } }

    /// Suspends until the given number of requests has arrived.
    func received(_ count: Int) async {
        await core.until { $0.requests.count >= count }
    }

    /// Suspends until the client has closed the given number of connections during a reply that waits for it.
    func hungUp(_ count: Int) async {
        await core.until { $0.hangUps >= count }
    }
}

/// A URL that refuses connections. Its port stays in use as long as the value lives.
final class ClosedPort: Sendable {
    private let socket: Socket
    let url: URL

    init() throws {
        socket = try Socket.bound()
        url = URL(string: "http://127.0.0.1:\(try socket.port())") ?? URL(fileURLWithPath: "/")
    }

    deinit {
        socket.close()
    }
}

/// Blocks the replying thread until the test continues it.
final class Hold: Sendable {
    private let gate = Gate()
    private let condition = NSCondition()
    private let isOpen = LockedValue(false)

    /// Called on the server's thread.
    func pass() {
        Task { await gate.pass() }
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    /// Suspends until the server's thread is blocked.
    func reached() async { await gate.reached() }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
        gate.open()
    }
}
