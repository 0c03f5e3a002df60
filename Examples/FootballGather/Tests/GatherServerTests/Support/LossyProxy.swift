import Foundation
import Synchronization

/// Forwards connections to a server on this machine, and can lose an answer: the server has done what a request asks for, and the
/// client does not learn it.
final class LossyProxy: Sendable {
    /// An answer that is not forwarded.
    struct LostAnswer: Sendable {
        fileprivate let clients: AsyncStream<Int32>

        /// Waits until the server has answered, does something, and then ends the connection of the client.
        nonisolated(nonsending) func whenItArrives(_ body: () async -> Void) async {
            for await client in clients {
                await body()
                shutdown(client, Int32(SHUT_RDWR))
            }
        }
    }

    private struct Loss {
        var skipped: Int
        let clients: AsyncStream<Int32>.Continuation
    }

    let port: Int
    private let server: Int
    private let listener: Int32
    private let loss = Mutex<Loss?>(nil)

    /// - Parameter server: The port of the server.
    init(to server: Int) throws {
        self.server = server
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw ChildProcess.Failure(description: "The proxy has no port.") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [listener, self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread { self.forward(client) }
            }
            Foundation.close(listener)
        }
    }

    /// Does not forward an answer.
    ///
    /// - Parameter skipped: The number of answers that are forwarded before.
    func loseNextAnswer(after skipped: Int = 0) -> LostAnswer {
        let (clients, continuation) = AsyncStream.makeStream(of: Int32.self)
        loss.withLock { $0 = Loss(skipped: skipped, clients: continuation) }
        return LostAnswer(clients: clients)
    }

    /// Takes no further connections.
    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Forwards what the two sides send, until one of them closes its connection.
    private func forward(_ client: Int32) {
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let both = [client, upstream]
        defer {
            // A program that was started meanwhile may have inherited the sockets, so closing them is not enough.
            for side in both {
                shutdown(side, Int32(SHUT_RDWR))
                Foundation.close(side)
            }
        }
        var address = Self.address(port: server)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var sides = both.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&sides, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where sides[from].revents != 0 {
                let count = recv(both[from], &buffer, buffer.count, 0)
                guard count > 0 else { return }
                if from == 1, let clients = takeLoss() {
                    clients.yield(client)
                    clients.finish()
                    // Until the test ends the connection.
                    while recv(client, &buffer, buffer.count, 0) > 0 {}
                    return
                }
                guard send(both[to], buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }

    /// Returns where to announce the client of an answer, if this answer is to be lost.
    private func takeLoss() -> AsyncStream<Int32>.Continuation? {
        loss.withLock { loss in
            guard let clients = loss?.clients else { return nil }
            guard loss?.skipped == 0 else {
                loss?.skipped -= 1
                return nil
            }
            loss = nil
            return clients
        }
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        return address
    }
}
