#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The thread that runs the main actor, as far as it can be told without asking a framework.
///
/// Touched first when a state publisher is made, which happens on the main actor.
private let mainThread: UInt = currentThread()

/// Remembers the main thread.
@MainActor
func rememberMainThread() {
    _ = mainThread
}

/// Whether the caller runs on the main actor's thread, and so may touch what the main actor owns.
func isOnMainThread() -> Bool {
    currentThread() == mainThread
}

/// Runs the body on the main actor: at once on its thread, elsewhere in a job of its own. For deinits, which may run
/// anywhere, and must not wait.
func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isOnMainThread() else {
        Task { @MainActor in body() }
        return
    }
    // On the main thread nothing else of the main actor can be running. `MainActor.assumeIsolated` would say the same,
    // but traps where another executor has borrowed the thread, and a deinit must not.
    let isolated: @MainActor @Sendable () -> Void = body
    unsafeBitCast(isolated, to: (@Sendable () -> Void).self)()
}

private func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    UInt(pthread_self())
    #else
    0
    #endif
}
