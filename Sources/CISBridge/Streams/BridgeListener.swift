import CIS
import Foundation

/// Listens at a Unix socket for the hosts of an app; see ``BridgedApp/listen(at:)``.
public final class BridgeListener: Sendable {
    /// Why a socket cannot be listened at.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// What the system refused, on which path, and why.
        public let description: String
    }

    /// Where it listens.
    public let path: String
    private let descriptor: LockedValue<Int32?>
    /// Tells the socket's file from one that another has made in its place.
    private let file: UInt64

    @MainActor
    init(path: String, app: BridgedApp) throws(Failure) {
        self.path = path
        let listener = try Self.openSocket(at: path)
        descriptor = LockedValue(listener)
        file = Self.file(at: path)
        signal(SIGPIPE, SIG_IGN)
        let limit = app.limits.message
        Thread.detachNewThread { [weak app] in
            while true {
                let host = accept(listener, nil, nil)
                if host < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard host >= 0 else { break }
                Task { @MainActor [weak app] in
                    guard let app else {
                        _ = Foundation.close(host)
                        return
                    }
                    ByteStream(app.session(), input: host, output: host, limit: limit) { _ = Foundation.close(host) }
                        .start()
                }
            }
            _ = Foundation.close(listener)
        }
    }

    deinit {
        close()
    }

    /// Stops listening and removes the socket. Hosts that are connected stay so.
    public func close() {
        let known = descriptor.withLock { $0.take() }
        guard let known else { return }
        if Self.file(at: path) == file { unlink(path) }
        // Wakes the thread that accepts, which closes the descriptor.
        shutdown(known, Int32(SHUT_RDWR))
    }

    private static func openSocket(at path: String) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw Failure(description: "The path of the socket is too long: \(path)") }
        #if canImport(Glibc)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #endif
        guard listener >= 0 else { throw failure("make a socket", path) }
        removeStaleSocket(at: path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        // Before it listens, so that no other user has ever been able to connect.
        guard isBound, chmod(path, 0o600) == 0, Foundation.listen(listener, 16) == 0 else {
            let error = failure("listen", path)
            _ = Foundation.close(listener)
            throw error
        }
        return listener
    }

    private static func removeStaleSocket(at path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    }

    private static func file(at path: String) -> UInt64 {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        Failure(description: "Cannot \(what) at \(path): \(String(cString: strerror(errno)))")
    }
}
