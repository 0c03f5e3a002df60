import CISBridge
import Foundation
import Testing

/// Programs that the app starts, and that go on when it has ended, keep nothing alive for which a host would wait.
@MainActor
@Suite struct Descriptors {
    private let path = NSTemporaryDirectory() + "bridge-\(UInt32.random(in: 0...UInt32.max))"

    @Test func `programs that the app starts do not inherit the socket`() throws {
        let socket = try BridgeListener.openSocket(at: path)
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
        close(socket)
        unlink(path)
    }

    @Test func `programs that the app starts do not inherit the connection of a host`() async throws {
        let shop = ShopApp()
        let listener = try shop.app.listen(at: path)
        let host = try #require(StreamHost.connected(to: listener.path))
        host.send(hello)
        #expect(await host.next("welcome") != nil)
        // The socket that listens and the one of the connection have this name.
        let sockets = (0..<4_096).filter { name(of: $0) == listener.path }
        #expect(sockets.count == 2)
        for socket in sockets { #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0) }
        listener.close()
    }

    private func name(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isSocket = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard isSocket, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Runs in a process of its own, whose standard streams are a host's.
    @Test func `programs that the app starts do not inherit its output`() async {
        await #expect(processExitsWith: .success) { await Descriptors.checkOutput() }
    }

    private static func checkOutput() async {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&input) == 0 && pipe(&output) == 0)
        #expect(dup2(input[0], STDIN_FILENO) == STDIN_FILENO && dup2(output[1], STDOUT_FILENO) == STDOUT_FILENO)
        let shop = ShopApp()
        Task { await shop.app.serveStandardStreams() }
        let host = StreamHost(reading: output[0], writing: input[1])
        host.send(hello)
        #expect(await host.next("welcome") != nil)
        var (own, other) = (stat(), stat())
        #expect(fstat(output[0], &own) == 0)
        let copies = (0..<4_096).filter {
            !output.contains($0) && fstat($0, &other) == 0 && other.st_ino == own.st_ino && other.st_dev == own.st_dev
        }
        #expect(copies.count == 1)
        for copy in copies { #expect(fcntl(copy, F_GETFD) & FD_CLOEXEC != 0) }
    }
}
