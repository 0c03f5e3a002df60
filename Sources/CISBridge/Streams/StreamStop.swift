import CIS
import Foundation

/// Lets the threads of a stream wait for a descriptor until they are told to stop: by a pipe that they wait for, too. So a thread
/// is never inside of a read or write that nobody can end.
final class StreamStop: Sendable {
    enum Outcome {
        /// The descriptor can be read or written, or is broken, which reading or writing it will tell.
        case ready
        case stopped
        case timedOut
    }

    /// Negative, which is waited for in vain, if the system has no more descriptors.
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

    /// Whether it can be stopped, which it cannot if the system had no more descriptors.
    var isUsable: Bool { ends.reading >= 0 }

    /// Ends all waiting, now and later. From any thread.
    func stop() {
        // One byte, so that the pipe is never full.
        guard
            isStopped.withLock({ isStopped in
                defer { isStopped = true }
                return !isStopped
            })
        else { return }
        var byte: UInt8 = 0
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits until a descriptor can be read or written, at most for as long as given.
    ///
    /// - Parameters:
    ///   - descriptor: What is waited for. If negative, nothing.
    ///   - events: `POLLIN` or `POLLOUT`.
    ///   - milliseconds: The longest time. Negative for no limit.
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
