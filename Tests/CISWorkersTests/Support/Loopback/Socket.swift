#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A blocking TCP socket on the loopback interface.
struct Socket: Sendable {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    private let descriptor: Int32

    /// Creates a socket that accepts connections, on a free port.
    static func listening() throws -> Socket {
        let socket = try bound()
        _ = try check("listen", listen(socket.descriptor, 1024))
        return socket
    }

    /// Creates a socket that refuses all connections, on a free port.
    static func bound() throws -> Socket {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let socket = Socket(descriptor: try check("socket", socket(AF_INET, kind, 0)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                _ = try check("bind", bind(socket.descriptor, pointer, size))
            }
        }
        return socket
    }

    private static func check(_ call: String, _ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw Failure(call: call, code: errno) }
        return result
    }

    func port() throws -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = try Self.check("getsockname", getsockname(descriptor, pointer, &size))
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Returns the next connection, or `nil` when the socket was shut down.
    func accept() -> Socket? {
        while true {
            #if canImport(Glibc)
            let accepted = Glibc.accept(descriptor, nil, nil)
            #else
            let accepted = Darwin.accept(descriptor, nil, nil)
            #endif
            if accepted >= 0 {
                let socket = Socket(descriptor: accepted)
                socket.set(SOL_SOCKET, noSignal)
                socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
                return socket
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Waits for bytes and returns them. Returns no bytes if the other side has closed the connection, and `nil` after
    /// a reset.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count >= 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Returns whether all bytes could be sent.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                Glibc.send(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                #else
                Darwin.send(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
                #endif
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Ends all waiting on the socket, from any thread.
    func shutDown() {
        #if canImport(Glibc)
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        #else
        _ = shutdown(descriptor, SHUT_RDWR)
        #endif
    }

    /// Limits the buffer, so that the sender waits for the reader, which can do other work in between.
    func sendInSmallPortions() {
        var size: Int32 = 4096
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func resetWhenClosed() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    #if canImport(Glibc)
    private var noSignal: Int32 { 0 }
    #else
    private var noSignal: Int32 { SO_NOSIGPIPE }
    #endif

    private func set(_ level: Int32, _ option: Int32) {
        guard option != 0 else { return }
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
