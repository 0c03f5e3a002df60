// What the core and CISTesting need of the system.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Synchronization
#endif
#if canImport(Dispatch)
import Dispatch
#endif

#if DEBUG
let isDebugBuild = true
#else
let isDebugBuild = false
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// Writes a text to standard error in one call, so that lines of several threads do not mix.
package func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
}

/// Whether standard error is a terminal, and not a file or a pipe.
package var isStandardErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
#else
package func writeToStandardError(_ text: String) { print(text, terminator: "") }
package var isStandardErrorTerminal: Bool { false }
package func environmentVariable(_ name: String) -> String? { nil }
#endif

// MARK: - The main actor

#if canImport(Dispatch)
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

// MARK: - Locks

/// A value that is protected by a ``SystemLock``.
package struct LockedValue<Value: Sendable>: Sendable {
    // Unsafe: `ManagedBuffer` cannot be `Sendable`. The value is accessed only while the lock is held.
    nonisolated(unsafe) private let storage: LockStorage<Value>

    package init(_ value: Value) {
        storage = LockStorage.holding(value)
    }

    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, lock in
            SystemLock.lock(lock)
            defer { SystemLock.unlock(lock) }
            return try body(&value.pointee)
        }
    }
}

/// The value and the lock, in one allocation: a lock must keep its address.
private final class LockStorage<Value>: ManagedBuffer<Value, SystemLock> {
    static func holding(_ value: Value) -> LockStorage {
        let storage = create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { SystemLock.initialize($0) }
            return value
        }
        // `create` returns an object of the class that it is called on.
        return unsafeDowncast(storage, to: LockStorage.self)
    }

    deinit {
        withUnsafeMutablePointerToElements { SystemLock.destroy($0) }
    }
}

// The lock of each system. The standard library's `Mutex` is used only where the system offers no lock that waits
// without spinning. On Linux `Mutex` spins, and on a single core this takes time from the thread that holds the lock.
// The thread sanitizer knows the system's locks but not `Mutex`.
//
// A thread must not take a lock that it already holds. Apple's locks then end the program. POSIX locks end it in debug
// builds; in release builds the thread waits for ever.

#if canImport(Darwin)
typealias SystemLock = os_unfair_lock_s

extension SystemLock {
    static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) { lock.initialize(to: os_unfair_lock_s()) }
    static func destroy(_ lock: UnsafeMutablePointer<SystemLock>) { lock.deinitialize(count: 1) }
    static func lock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_lock(lock) }
    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_unlock(lock) }
}
#elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
typealias SystemLock = pthread_mutex_t

extension SystemLock {
    static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) {
        lock.initialize(to: pthread_mutex_t())
        guard isDebugBuild else {
            // This fails only if memory is short or if attributes are invalid. No attributes are passed.
            pthread_mutex_init(lock, nil)
            return
        }
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    static func destroy(_ lock: UnsafeMutablePointer<SystemLock>) {
        pthread_mutex_destroy(lock)
        lock.deinitialize(count: 1)
    }

    static func lock(_ lock: UnsafeMutablePointer<SystemLock>) {
        let error = pthread_mutex_lock(lock)
        if isDebugBuild, error == EDEADLK {
            fatalError("A thread has taken a lock that it holds already. In a release build it would wait for ever.")
        }
    }

    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_unlock(lock) }
}
#else
/// The standard library's lock, for all other systems. The atomic flag lets the thread sanitizer see the order of the
/// critical sections.
package struct SystemLock: ~Copyable {
    private let mutex = Mutex(())
    private let order = Atomic<Bool>(false)

    static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) { lock.initialize(to: SystemLock()) }
    static func destroy(_ lock: UnsafeMutablePointer<SystemLock>) { lock.deinitialize(count: 1) }

    static func lock(_ lock: UnsafeMutablePointer<SystemLock>) {
        lock.pointee.mutex._unsafeLock()
        _ = lock.pointee.order.load(ordering: .acquiring)
    }

    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) {
        lock.pointee.order.store(true, ordering: .releasing)
        lock.pointee.mutex._unsafeUnlock()
    }
}
#endif
