import CMicrohttpd
import Foundation

/// A server of libmicrohttpd and its thread.
// Unchecked: the functions of libmicrohttpd that are called here may be called from any thread, and the lock ensures that
// only one caller ends the server.
final class Daemon: @unchecked Sendable {
    private struct Running {
        let daemon: OpaquePointer
        /// The socket that listened, once the server accepts no more connections.
        var socket: Int32?
    }

    private let running: Locked<Running?>
    private let exchanges: Exchanges
    let port: Int

    init?(_ address: SocketAddress, threads: Int, limits: WebServer.Limits, exchanges: Exchanges) {
        let cls = Unmanaged.passUnretained(exchanges).toOpaque()
        let started = address.withPointer { pointer in
            sceneweb_start(
                pointer, address.isIPv6 ? 1 : 0, UInt32(max(1, threads)),
                UInt32(Int32(clamping: max(1, limits.connections))),
                UInt32(Int32(clamping: max(0, limits.idleSeconds))), max(4 << 10, limits.connectionMemory),
                { cls, connection, _, method, _, data, size, exchange in
                    guard let connection, let size, let exchange = exchange?.pointee else { return .NO }
                    let request = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
                    return request.goesOn(connection, method, data, size) ? .YES : .NO
                },
                { cls, uri, connection in
                    guard let cls else { return nil }
                    let exchanges = Unmanaged<Exchanges>.fromOpaque(cls).takeUnretainedValue()
                    return Unmanaged.passRetained(exchanges.begin(uri, connection)).toOpaque()
                },
                { _, _, exchange, _ in
                    guard let exchange = exchange?.pointee else { return }
                    Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().hasEnded()
                },
                cls)
        }
        guard let started else { return nil }
        self.exchanges = exchanges
        running = Locked(Running(daemon: started))
        port = Int(sceneweb_port(started))
    }

    /// Stops accepting connections.
    func quiesce() {
        running.withLock { running in
            guard let daemon = running?.daemon, running?.socket == nil else { return }
            let socket = MHD_quiesce_daemon(daemon)
            guard socket >= 0 else { return }
            // Refuses new clients. The socket is closed only after the thread has ended, because the thread may still use it.
            _ = shutdown(socket, Int32(SHUT_RDWR))
            running?.socket = socket
        }
    }

    /// Ends the thread. No request may be waiting for a response.
    func stop() {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ended else { return }
        MHD_stop_daemon(ended.daemon)
        if let socket = ended.socket { close(socket) }
    }

    deinit { stop() }
}
