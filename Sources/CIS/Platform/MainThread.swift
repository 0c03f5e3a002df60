#if canImport(Dispatch)
import Dispatch

/// A mark that only the main queue carries, which is the main actor's executor. Threads would not do: a program that
/// calls `dispatchMain()` has its main queue served by any thread.
private let mainQueueMark: DispatchSpecificKey<Void> = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
}()

/// Whether the caller surely runs on the main actor. For code that the compiler does not know to be there, such as a
/// deinit.
func isSurelyOnMainActor() -> Bool {
    DispatchQueue.getSpecific(key: mainQueueMark) != nil
}
#else
func isSurelyOnMainActor() -> Bool { false }
#endif

/// Runs the body on the main actor: at once where the caller is there already, else in a job of its own. For deinits,
/// which may run anywhere, and must neither wait nor trap.
func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isSurelyOnMainActor() else {
        Task { @MainActor in body() }
        return
    }
    // `MainActor.assumeIsolated` would do the same, but would trap where a custom executor has borrowed the queue.
    let isolated: @MainActor @Sendable () -> Void = body
    unsafeBitCast(isolated, to: (@Sendable () -> Void).self)()
}
