import Foundation

/// A port for a server that is ended and started again. While the server is away, the system gives its port to nobody else:
/// neither to a server that takes any free one, nor to a client as its own (Linux).
final class ReservedPort: Sendable {
    let number: Int
    private let socket: Int32

    init() {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // A server that says this, too, may listen on a port to which others are bound without listening.
        var isShared: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { [socket] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, size)
                _ = getsockname(socket, $0, &size)
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(socket) }
}
