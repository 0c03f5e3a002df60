internal import CCISBridge
import CIS
import Dispatch
import Foundation

/// Runs the main queue, and with it the main actor, on the loop of a host. Only this type knows how Dispatch lets other loops
/// run the queue.
///
/// On Linux a descriptor becomes readable when the queue has something to run. On Apple systems the main run loop runs the
/// queue.
@MainActor
package enum HostLoop {
    /// Whether a call is in progress in which no other call may be nested.
    private static var isEntered = false
    /// How often the queue was run. Tests use it to check that an idle program does not run the queue.
    package private(set) static var turns = 0

    /// The status that says why the queue cannot be run on the calling thread. `nil` if it can. Running the queue on a wrong
    /// thread ends the process.
    ///
    /// The main actor belongs to the first thread of the process. On Linux, the queue belongs to the thread that has loaded
    /// Foundation, usually together with the library. If these are different threads, no thread can run the queue.
    nonisolated static var objectionToThisThread: Int? {
        #if os(Linux)
        let isOwner = UInt(pthread_self()) == UInt(_CFMainPThread)
        #else
        let isOwner = Thread.isMainThread
        #endif
        return switch (Thread.isMainThread, isOwner) {
        case (true, true): nil
        case (false, false): CIS_WRONG_THREAD
        default: CIS_LOADED_ELSEWHERE
        }
    }

    /// Runs a body that may run the queue. Does nothing if such a body or a job is running already, because a job of
    /// the queue cannot run another job.
    ///
    /// - Returns: `nil` if the body was not run.
    static func enter<Result>(_ body: () -> Result) -> Result? {
        guard !isEntered, withUnsafeCurrentTask(body: { $0 == nil }) else { return nil }
        isEntered = true
        defer { isEntered = false }
        return body()
    }

    /// The descriptor that is readable when the queue has something to run. Negative on systems without such a descriptor.
    nonisolated static var descriptor: Int32 {
        #if os(Linux)
        _dispatch_get_main_queue_handle_4CF()
        #else
        -1
        #endif
    }

    /// Runs the jobs that are in the queue now, but not the jobs that these add.
    static func turn() {
        turns += 1
        #if os(Linux)
        // The descriptor is read first. Otherwise it would stay readable, and the host's loop would call `cis_turn`
        // again and again. Jobs that are added while the queue runs make it readable again.
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        #else
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
        #endif
    }

    /// Adds a job to the main actor, and runs the queue until this job has run.
    ///
    /// - Returns: Whether the job has run within the given time.
    static func provesToRun(within milliseconds: Int32) -> Bool {
        let job = Proof()
        Task { @MainActor in job.hasRun = true }
        let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
        repeat {
            turn()
            if job.hasRun { return true }
            wait(until: end)
        } while ContinuousClock.now < end
        return false
    }

    /// Runs the jobs in the queue and the jobs that they add, up to a limit.
    static func settle() {
        for _ in 0..<16 {
            guard isReadable(within: 0) else { return }
            turn()
        }
    }

    private static func wait(until end: ContinuousClock.Instant) {
        let left = (end - .now) / .milliseconds(1)
        _ = isReadable(within: Int32(max(1, left)))
    }

    /// Whether the queue has something to run, now or within a time.
    static func isReadable(within milliseconds: Int32) -> Bool {
        #if os(Linux)
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) > 0
        #else
        // `turn` checks by itself.
        return true
        #endif
    }

    private final class Proof {
        var hasRun = false
    }
}
