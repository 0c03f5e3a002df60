import CCISBridge
import CIS
import Dispatch
import Foundation

/// The main queue, and with it the main actor, on the loop of a host: the one place that knows how Dispatch lets others run it.
///
/// On Linux the queue says through a descriptor that it has something to run. On Apple systems the main run loop runs it.
@MainActor
enum HostLoop {
    /// Whether a call is running that nothing may be nested in.
    private static var isEntered = false
    /// How often the queue was run: an idle program must not run it.
    private(set) static var turns = 0

    /// Why the queue cannot be run on the calling thread, as a status, or `nil` if it can. Running it elsewhere ends the process.
    ///
    /// The main actor is on the first thread of the process, and on Linux the queue belongs to the thread that has loaded
    /// Foundation, usually with the library. If these are two threads, nobody can run it.
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

    /// Runs what the queue may run in, unless that is running: a job of the queue cannot run another.
    ///
    /// - Returns: `nil` if it is running.
    static func enter<Result>(_ body: () -> Result) -> Result? {
        guard !isEntered, withUnsafeCurrentTask(body: { $0 == nil }) else { return nil }
        isEntered = true
        defer { isEntered = false }
        return body()
    }

    /// What is readable when the queue has something to run. Negative on systems that have no such descriptor.
    nonisolated static var descriptor: Int32 {
        #if os(Linux)
        _dispatch_get_main_queue_handle_4CF()
        #else
        -1
        #endif
    }

    /// Runs what waits in the queue now, and not what it adds.
    static func turn() {
        turns += 1
        #if os(Linux)
        // Read first: as long as the descriptor is readable the loop comes back at once. What is added while the queue runs
        // makes it readable again.
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        #else
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
        #endif
    }

    /// Runs the queue until a job of the main actor has run that is added now.
    ///
    /// - Returns: Whether it has run within the time.
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

    /// Runs what waits, and what that adds, up to a bound.
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

    private static func isReadable(within milliseconds: Int32) -> Bool {
        #if os(Linux)
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) > 0
        #else
        // `turn` looks by itself.
        return true
        #endif
    }

    private final class Proof {
        var hasRun = false
    }
}
