import CIS
import Foundation

/// Lets the threads of a stream wait for a descriptor until they are stopped. While a thread waits, it also waits for a
/// pipe, through which ``stop()`` wakes it. So a thread never blocks in a read or write that cannot be interrupted.
final class StreamStop: Sendable {
    enum Outcome {
        /// The descriptor can be read or written. If it is broken, reading or writing will report the error.
        case ready
        case stopped
        case timedOut
    }

    /// The pipe. Its descriptors are negative if the system has no more descriptors; waiting for them has no effect.
    private let ends: (reading: Int32, writing: Int32)
    private let isStopped = LockedValue(false)

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// Whether waiting can be stopped. `false` if the system had no more descriptors for the pipe.
    var isUsable: Bool { ends.reading >= 0 }

    /// Ends all current and future waiting. It can be called on any thread.
    func stop() {
        // Only one byte is ever written, so that the pipe is never full.
        guard
            isStopped.withLock({ isStopped in
                defer { isStopped = true }
                return !isStopped
            })
        else { return }
        var byte: UInt8 = 0
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits until a descriptor can be read or written, at most for the given time.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to wait for. If it is negative, none.
    ///   - events: `POLLIN` or `POLLOUT`.
    ///   - milliseconds: The maximum time. Negative for no limit.
    ///   - isStoppable: Whether ``stop()`` ends the waiting.
    func wait(
        for descriptor: Int32, _ events: Int32, atMost milliseconds: Int32 = -1, isStoppable: Bool = true
    ) -> Outcome {
        var awaited = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: isStoppable ? ends.reading : -1, events: Int16(POLLIN), revents: 0),
        ]
        var count: Int32
        repeat {
            count = poll(&awaited, 2, milliseconds)
        } while count < 0 && errno == EINTR
        if awaited[1].revents != 0 { return .stopped }
        return count == 0 ? .timedOut : .ready
    }
}
