import CIS
import Dispatch
import Foundation

/// Sends and receives the messages of a host over a stream, one per line. It has a thread for each direction, because both
/// block.
final class ByteStream: Sendable {
    private let session: BridgeSession
    private let input: Int32
    private let output: Int32
    private let limit: Int
    /// How many milliseconds a host may take to read more of the remaining messages after the connection has ended.
    private let patience: Int32
    /// Wakes both threads when the connection has ended.
    private let stop = StreamStop()
    /// Signalled when there are messages to send.
    private let wake = DispatchSemaphore(value: 0)
    /// The function to call when both threads have ended.
    private let ending: LockedValue<(running: Int, call: (@Sendable () -> Void)?)>

    init(
        _ session: BridgeSession, input: Int32, output: Int32, limit: Int, patience: Int32 = defaultPatience,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.session = session
        self.input = input
        self.output = output
        self.limit = limit
        self.patience = patience
        ending = LockedValue((2, onEnd))
    }

    static let defaultPatience: Int32 = 5_000

    func start() {
        // Otherwise, writing to a host that has disconnected would end the program.
        signal(SIGPIPE, SIG_IGN)
        session.onMessages { [wake, stop, weak session] in
            if session?.isOver == true { stop.stop() }
            wake.signal()
        }
        Thread.detachNewThread { self.read() }
        Thread.detachNewThread { self.write() }
    }

    private func read() {
        var splitter = LineSplitter(limit: limit)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while hasBytes() {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            for line in splitter.take(buffer[..<count]) { deliver(line) }
        }
        if let line = splitter.finish() { deliver(line) }
        session.disconnect()
        end()
    }

    /// Waits for bytes of the host. When the host does not read any more, there are only those that it has sent before.
    private func hasBytes() -> Bool {
        if stop.wait(for: input, POLLIN) == .ready { return true }
        return !session.isOver && stop.wait(for: input, POLLIN, atMost: 0, isStoppable: false) == .ready
    }

    /// Passes a line on. While too many messages are unhandled it waits, which slows the host down.
    private func deliver(_ line: LineSplitter.Line) {
        while !session.send(line) {
            if session.isFinished { return }
            let room = DispatchSemaphore(value: 0)
            session.whenRoom { room.signal() }
            room.wait()
        }
    }

    private func write() {
        var isRead = true
        while true {
            while var message = session.next() {
                // Nobody reads it, but the messages that the host has sent before are still handled.
                guard isRead else { continue }
                message.append(UInt8(ascii: "\n"))
                isRead = writeAll(message)
                if !isRead { stop.stop() }
            }
            if session.isFinished { break }
            wake.wait()
        }
        endWriting()
    }

    private func endWriting() {
        stop.stop()
        // The host sees the end now, and not only when the descriptor is closed. For a pipe this call fails, and does
        // nothing.
        shutdown(input, Int32(SHUT_RDWR))
        end()
    }

    private func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                guard isWritable() else { return false }
                // Writes only as much as certainly fits. The loop waits before it writes the rest.
                let piece = min(bytes.count - written, Int(PIPE_BUF))
                let count = Foundation.write(output, bytes.baseAddress.map { $0 + written }, piece)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Waits until the host can take more. After the end of the connection it waits only for a limited time.
    private func isWritable() -> Bool {
        if stop.wait(for: output, POLLOUT) == .ready { return true }
        return stop.wait(for: output, POLLOUT, atMost: patience, isStoppable: false) == .ready
    }

    private func end() {
        let call = ending.withLock { ending in
            ending.running -= 1
            return ending.running == 0 ? ending.call.take() : nil
        }
        call?()
    }
}
