import Foundation

/// Measures the processor time that the main thread spends in functions of the program. The rest of its time belongs to GTK.
///
/// It counts what ``connect(_:_:_:)`` and its variants, ``FrameUpdate``, ``addShortcut(_:to:inWholeWindow:on:_:)`` and the main
/// queue run, together with the functions of GTK that these call. What GTK does later because of them, such as the layout of a
/// text that was set, is not counted.
@MainActor
public enum CallbackTime {
    /// Whether the time is measured. At first it is not, because each callback then reads a clock twice.
    public static var isMeasured = false
    private static var ended = 0.0
    /// The time of the thread at which the outermost running callback has begun.
    private static var begin: Double?

    /// The time since the start of the program, in milliseconds, with the callback that is running.
    public static var milliseconds: Double { ended + (begin.map { now - $0 } ?? 0) }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Runs a callback, and measures it. A callback during another one is a part of that one.
    static func measure<Value>(_ callback: () -> Value) -> Value {
        guard isMeasured, begin == nil else { return callback() }
        let start = now
        begin = start
        defer {
            ended += now - start
            begin = nil
        }
        return callback()
    }
}
