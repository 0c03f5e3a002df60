import Foundation
import Synchronization

/// A proxy in front of a server. It forwards bytes, and misbehaves as real ones do.
final class Proxy: Sendable {
    /// How the proxy treats the requests that begin from now on.
    enum Manner: Sendable {
        case forwards
        /// Passes a response on when it has ended, as proxies do that buffer.
        case buffers
        /// Answers instead of the server, for example with a login page.
        case answers(String)
        /// Accepts requests and forwards nothing. Nobody is told.
        case swallows
    }

    /// Where the connection of a request is cut: after so many bytes of the request, or of its response.
    struct Cut: Sendable {
        let path: String
        let position: Int
        let isInResponse: Bool
    }

    private struct State {
        var manner = Manner.forwards
        var cut: Cut?
        var links: [Link] = []
    }

    /// Two sockets, and what is done with the bytes between them.
    private final class Link: Sendable {
        struct State {
            /// Nothing is forwarded any more, and nobody is told.
            var isDead = false
            /// How many bytes are forwarded in each direction before the connection is cut.
            var requestLeft: Int?
            var responseLeft: Int?
            var held = Data()
        }
        let client: Int32
        let server: Int32
        let state = Mutex(State())

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        func hangUp() { for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) } }

        deinit { for socket in [client, server] { _ = Foundation.close(socket) } }
    }

    let port: Int
    private let target: Int
    private let listener: Int32
    private let state = Mutex(State())

    /// Starts a proxy in front of a port of this machine.
    init(to target: Int) throws {
        self.target = target
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [listener] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && Foundation.listen(listener, 64) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw Browser.Failure(description: "The proxy cannot listen.") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                begin(client)
            }
        }
    }

    /// Treats requests in another way from now on. The connections that are open end.
    func set(_ manner: Manner) {
        state.withLock { $0.manner = manner }
        cutAll()
    }

    /// Swallows everything from now on, as a network does that is gone. The server loses its connections, and the page is not told.
    func loseNetwork() {
        state.withLock { $0.manner = .swallows }
        swallow()
        for link in state.withLock({ $0.links }) { shutdown(link.server, Int32(SHUT_RDWR)) }
    }

    /// Forwards requests again. The page is not told that its earlier connections are dead.
    func findNetwork() { state.withLock { $0.manner = .forwards } }

    /// Cuts the connection of the next request with this path.
    func cutNext(_ cut: Cut) { state.withLock { $0.cut = cut } }

    /// Whether a cut was asked for and has not happened.
    var isCutAwaited: Bool { state.withLock { $0.cut != nil } }

    func cutAll() { for link in state.withLock({ $0.links }) { link.hangUp() } }

    /// Forwards nothing any more on the connections that are open, without telling anybody.
    func swallow() { for link in state.withLock({ $0.links }) { link.state.withLock { $0.isDead = true } } }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        cutAll()
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        return address
    }

    private func begin(_ client: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let link = Link(client: client, server: server)
        let isConnected = withUnsafePointer(to: Self.address(port: target)) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, size) == 0 }
        }
        guard isConnected else { return }
        state.withLock { state in
            state.links.append(link)
            if state.links.count > 200 { state.links.removeFirst(100) }
        }
        Thread.detachNewThread { [self] in pump(from: client, link, sendRequest) }
        Thread.detachNewThread { [self] in pump(from: server, link, sendResponse) }
    }

    /// Reads from a socket until its end.
    private func pump(from socket: Int32, _ link: Link, _ take: (Data, Link) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count <= 0 { break }
            if link.state.withLock({ $0.isDead }) { continue }
            guard take(Data(buffer[..<count]), link) else { break }
        }
        if socket == link.server { flush(link) }
        // The other side of a connection that was swallowed learns nothing.
        if !link.state.withLock({ $0.isDead }) { link.hangUp() }
    }

    /// Forwards a part of a request. A browser sends the next request on a connection only after the response.
    private func sendRequest(_ data: Data, _ link: Link) -> Bool {
        let manner = state.withLock { state in
            if let cut = state.cut, data.starts(with: Data("POST \(cut.path) ".utf8)) {
                state.cut = nil
                link.state.withLock { link in
                    if cut.isInResponse { link.responseLeft = cut.position } else { link.requestLeft = cut.position }
                }
            }
            return state.manner
        }
        if case .answers(let response) = manner {
            _ = send(Data(response.utf8), to: link.client)
            return false
        }
        if case .swallows = manner {
            link.state.withLock { $0.isDead = true }
            return true
        }
        return send(data, to: link.server, within: \.requestLeft, link)
    }

    private func sendResponse(_ data: Data, _ link: Link) -> Bool {
        guard case .buffers = state.withLock({ $0.manner }) else {
            return send(data, to: link.client, within: \.responseLeft, link)
        }
        let hasEnded = link.state.withLock { link in
            link.held.append(data)
            let isChunked = link.held.range(of: Data("Transfer-Encoding: chunked".utf8)) != nil
            return !isChunked || link.held.suffix(5) == Data("0\r\n\r\n".utf8)
        }
        if hasEnded { flush(link) }
        return true
    }

    private func flush(_ link: Link) {
        let held = link.state.withLock { link in
            defer { link.held = Data() }
            return link.held
        }
        _ = send(held, to: link.client)
    }

    private func send(
        _ data: Data, to socket: Int32, within limit: WritableKeyPath<Link.State, Int?> & Sendable, _ link: Link
    ) -> Bool {
        let left = link.state.withLock { state in
            let left = state[keyPath: limit]
            if let left { state[keyPath: limit] = max(0, left - data.count) }
            return left
        }
        return send(data.prefix(left ?? .max), to: socket) && left.map { $0 >= data.count } ?? true
    }

    private func send(_ data: Data, to socket: Int32) -> Bool {
        var rest = data
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
