#if canImport(Dispatch)
import Dispatch

/// A mark on the main queue, which is the main actor's executor. Checking for the main thread would not be enough: in a
/// program that calls `dispatchMain()`, any thread may serve the main queue.
private let mainQueueMark: DispatchSpecificKey<Void> = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
}()

/// Returns `true` only if the caller certainly runs on the main actor. Used in code whose isolation the compiler does
/// not know, such as a deinit.
func isSurelyOnMainActor() -> Bool {
    DispatchQueue.getSpecific(key: mainQueueMark) != nil
}
#else
func isSurelyOnMainActor() -> Bool { false }
#endif

/// Runs the body on the main actor: at once if the caller runs there already, otherwise in a job of its own. Used in
/// deinits, which may run on any thread and must neither wait nor trap.
func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isSurelyOnMainActor() else {
        Task { @MainActor in body() }
        return
    }
    // `MainActor.assumeIsolated` would do the same, but traps if a custom executor uses the queue.
    let isolated: @MainActor @Sendable () -> Void = body
    unsafeBitCast(isolated, to: (@Sendable () -> Void).self)()
}
