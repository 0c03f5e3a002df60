import CIS
import Foundation

/// Listens on a Unix socket for the hosts of an app; see ``BridgedApp/listen(at:)``.
public final class BridgeListener: Sendable {
    /// The reason why a socket cannot be used for listening.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The operation that failed, the path, and the reason.
        public let description: String
    }

    /// The path of the socket.
    public let path: String
    /// Makes the accepting thread close the socket. Only that thread uses the descriptor, because the number may belong to
    /// another file as soon as the socket is closed.
    private let stop: StreamStop
    private let isClosed = LockedValue(false)
    /// Identifies the socket's file, so that a file that someone else has created in its place is not removed.
    private let file: UInt64

    /// - Parameter accepting: Accepts a connection on a socket, like the system call.
    @MainActor
    package init(
        path: String, app: BridgedApp, accepting: @escaping @Sendable (Int32) -> Int32 = { accept($0, nil, nil) }
    ) throws(Failure) {
        self.path = path
        let stop = StreamStop()
        self.stop = stop
        guard stop.isUsable else { throw Self.failure("make a pipe", path) }
        let listener = try Self.openSocket(at: path)
        file = Self.file(at: path)
        signal(SIGPIPE, SIG_IGN)
        let limit = app.limits.message
        Thread.detachNewThread { [weak app] in
            while stop.wait(for: listener, POLLIN) == .ready {
                let host = accepting(listener)
                guard host >= 0 else {
                    guard Self.mayAcceptAgain(behind: errno, stop) else { break }
                    continue
                }
                Self.keepToThisProcess(host)
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

    /// Stops listening and removes the socket. Hosts that are connected stay connected.
    public func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        if Self.file(at: path) == file { unlink(path) }
        stop.stop()
    }

    /// Whether to continue accepting connections after an error.
    private static func mayAcceptAgain(behind error: Int32, _ stop: StreamStop) -> Bool {
        switch error {
        case EINTR, ECONNABORTED, EAGAIN: return true
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            // The host waits in the system's queue until others have disconnected.
            return stop.wait(for: -1, 0, atMost: 50) == .timedOut
        default: return false
        }
    }

    /// Makes a socket that listens. Of several programs that do this at the same time, one gets the path.
    ///
    /// - Parameters:
    ///   - attempts: How often it tries to lock the folder, every 10 ms.
    ///   - whenBound: Called when the socket has its path, and nobody can connect yet. For tests.
    package static func openSocket(
        at path: String, attempts: Int = 500, whenBound: () -> Void = {}
    ) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw Failure(description: "The path of the socket is too long: \(path)") }
        guard let listener = newSocket() else { throw failure("make a socket", path) }
        // Without a lock, another program could take a new socket, to which nobody listens yet, for one that was left behind.
        // The system releases the lock of a program that ends.
        let folder = open(path.contains("/") ? (path as NSString).deletingLastPathComponent : ".", O_RDONLY | O_CLOEXEC)
        // Asked again and again, because `flock` cannot wait with a limit. A lock that stays is one that another program keeps for a
        // reason of its own; then it goes on without one.
        var left = attempts
        while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, left > 1 {
            left -= 1
            usleep(10_000)
        }
        defer { _ = Foundation.close(folder) }
        removeStaleSocket(at: path, &address)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        whenBound()
        // The host may disconnect after the wait and before it is accepted.
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        // Done before the socket listens, so that no other user can ever connect.
        guard isBound, chmod(path, 0o600) == 0, Foundation.listen(listener, 16) == 0 else {
            let error = failure("listen", path)
            _ = Foundation.close(listener)
            throw error
        }
        return listener
    }

    /// Removes a socket to which nobody listens any more. A socket of another program that runs stays, and so does any other file.
    private static func removeStaleSocket(at path: String, _ address: inout sockaddr_un) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, let caller = newSocket() else { return }
        defer { _ = Foundation.close(caller) }
        // With this, a listener whose queue is full is recognised, too: connecting does not wait.
        _ = fcntl(caller, F_SETFL, O_NONBLOCK)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isRefused = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(caller, $0, size) != 0 && errno == ECONNREFUSED
            }
        }
        if isRefused { unlink(path) }
    }

    private static func newSocket() -> Int32? {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #endif
        guard descriptor >= 0 else { return nil }
        keepToThisProcess(descriptor)
        return descriptor
    }

    /// Programs that this one starts do not inherit the descriptor. Otherwise they would keep the socket alive, and hosts would wait
    /// for an answer when this program has ended.
    private static func keepToThisProcess(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func file(at path: String) -> UInt64 {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        Failure(description: "Cannot \(what) at \(path): \(String(cString: strerror(errno)))")
    }
}
