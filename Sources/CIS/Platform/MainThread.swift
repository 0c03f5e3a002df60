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

private func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    UInt(pthread_self())
    #else
    0
    #endif
}
