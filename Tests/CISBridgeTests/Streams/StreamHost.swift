import CIS
import CISBridge
import Foundation

/// The other end of a stream, read by a thread of its own.
final class StreamHost: Sendable {
    private let input: Int32
    private let output: Int32
    private let lines: AsyncStream<[UInt8]>

    init(reading input: Int32, writing output: Int32) {
        (self.input, self.output) = (input, output)
        let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        self.lines = lines
        Thread.detachNewThread {
            var splitter = LineSplitter()
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                for case .message(let bytes) in splitter.take(buffer[..<count]) {
                    continuation.yield(bytes)
                }
            }
            continuation.finish()
        }
    }

    func send(_ text: String, inPieces: Bool = false) {
        for byte in inPieces ? text.utf8.map({ [$0] }) : [Array(text.utf8)] {
            _ = byte.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        }
    }

    @MainActor
    func next(_ type: String) async -> JSONTree? {
        for await line in lines {
            if let message = try? JSONReader.read(line), message.type == type { return message }
        }
        return nil
    }

    static func connected(to path: String) -> StreamHost? {
        let (descriptor, isConnected) = socket(at: path, connect)
        return isConnected ? StreamHost(reading: descriptor, writing: descriptor) : nil
    }

    /// Leaves the file of a socket as a program does that has crashed.
    static func leaveSocket(at path: String) {
        let (descriptor, _) = socket(at: path, bind)
        close(descriptor)
    }

    private static func socket(
        at path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> (descriptor: Int32, isUsed: Bool) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if canImport(Glibc)
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #endif
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isUsed = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, size) == 0 }
        }
        return (descriptor, isUsed)
    }

    func hangUp() {
        shutdown(output, Int32(SHUT_RDWR))
    }
}
