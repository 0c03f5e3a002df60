import CIS
import Foundation
// The tests of the receipt example have these files, and those of TestSupport that they need, in a module of their own.
#if canImport(TestSupport)
import TestSupport
#endif

/// An HTTP server on the loopback interface that answers as the test says, misbehaviour included.
///
/// Raw sockets, one thread for each connection, no time: a stalled answer goes on when the test says so, or ends when the
/// client hangs up. Letting go of the server closes everything.
///
/// ```
/// LoopbackServer ──▶ LoopbackCore ◀── the listening thread
///   └─ stops it        └─ sockets ◀── one thread for each connection
/// ```
final class LoopbackServer: Sendable {
    /// A request as it arrived.
    struct Request: Sendable {
        /// Counts from 1, over all connections.
        let number: Int
        let method: String
        /// Path and query, as they were sent.
        let target: String
        /// Names in lower case.
        let headers: [String: String]
        /// Its first mebibyte.
        let body: [UInt8]
        let bodySize: Int
        /// Counts from 1.
        let connection: Int

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let core: LoopbackCore

    /// - Parameters:
    ///   - readsBody: Whether the body of a request with this path is read before it is answered.
    ///   - answer: What to do with a request. Called on the connection's thread.
    init(
        readsBody: @escaping @Sendable (String) -> Bool = { _ in true },
        _ answer: @escaping @Sendable (Request) -> Reply
    ) throws {
        core = try LoopbackCore(readsBody: readsBody, answer: answer)
        core.listen()
    }

    /// Answers the requests in the order given, whatever they are; the last answer is for all that follow.
    convenience init(_ replies: Reply...) throws {
        try self.init { request in replies[min(request.number, replies.count) - 1] }
    }

    deinit {
        core.stop()
    }

    /// Where it listens.
    var url: URL {
        URL(string: "http://127.0.0.1:\(core.port)") ?? URL(fileURLWithPath: "/")
    }

    /// All requests so far.
    var requests: [Request] { core.log.withLock { $0.requests } }

    /// How many connections were made.
    var connectionCount: Int { core.log.withLock { $0.connections } }

    /// Suspends until so many requests have arrived.
    func received(_ count: Int) async {
        await core.until { $0.requests.count >= count }
    }

    /// Suspends until the client has hung up so often on an answer that waits for it.
    func hungUp(_ count: Int) async {
        await core.until { $0.hangUps >= count }
    }
}

/// An address where nobody listens, and nobody will while this lives: the port is taken.
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

/// Stops the thread that answers until the test lets it go on.
final class Hold: Sendable {
    private let gate = Gate()
    private let condition = NSCondition()
    private let isOpen = Guarded(false)

    /// On the server's thread.
    func pass() {
        Task { await gate.pass() }
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    /// Suspends until the server has got there.
    func reached() async { await gate.reached() }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
        gate.open()
    }
}
