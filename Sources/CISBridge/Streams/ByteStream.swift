import CIS
import Dispatch
import Foundation

/// Carries the messages of one host over a stream: a line for each. Two threads, because both directions block.
final class ByteStream: Sendable {
    private let session: BridgeSession
    private let input: Int32
    private let output: Int32
    private let limit: Int
    /// Signalled when messages wait.
    private let wake = DispatchSemaphore(value: 0)
    /// What is done when both threads have ended.
    private let ending: LockedValue<(running: Int, call: (@Sendable () -> Void)?)>

    init(
        _ session: BridgeSession, input: Int32, output: Int32, limit: Int, onEnd: @escaping @Sendable () -> Void
    ) {
        self.session = session
        self.input = input
        self.output = output
        self.limit = limit
        ending = LockedValue((2, onEnd))
    }

    func start() {
        // A host that is gone must not end the program by a signal.
        signal(SIGPIPE, SIG_IGN)
        session.onMessages { [wake] in wake.signal() }
        Thread.detachNewThread { self.read() }
        Thread.detachNewThread { self.write() }
    }

    private func read() {
        var splitter = LineSplitter(limit: limit)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for line in splitter.take(buffer[..<count]) { deliver(line) }
        }
        if let line = splitter.finish() { deliver(line) }
        session.disconnect()
        end()
    }

    /// Waits while too much waits to be handled: the host is read no faster.
    private func deliver(_ line: LineSplitter.Line) {
        while !session.send(line) {
            if session.isFinished { return }
            let room = DispatchSemaphore(value: 0)
            session.whenRoom { room.signal() }
            room.wait()
        }
    }

    private func write() {
        while true {
            while var message = session.next() {
                message.append(UInt8(ascii: "\n"))
                guard writeAll(message) else {
                    session.disconnect()
                    return endWriting()
                }
            }
            if session.isFinished { break }
            wake.wait()
        }
        endWriting()
    }

    private func endWriting() {
        // Wakes the reader of a socket; of a pipe the host closes its end.
        shutdown(input, Int32(SHUT_RDWR))
        end()
    }

    private func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(output, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    private func end() {
        let call = ending.withLock { ending in
            ending.running -= 1
            return ending.running == 0 ? ending.call.take() : nil
        }
        call?()
    }
}
