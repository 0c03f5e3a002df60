import CISBridge
import Foundation
import Testing

@Suite struct `Descriptors` {
    /// A program that is started and goes on would keep the socket alive, and hosts would wait for an answer.
    @Test func `programs that the app starts do not inherit the socket`() throws {
        let path = NSTemporaryDirectory() + "bridge-\(UInt32.random(in: 0...UInt32.max))"
        let socket = try BridgeListener.openSocket(at: path)
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
        close(socket)
        unlink(path)
    }
}
