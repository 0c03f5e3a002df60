// The lock of each system. The standard library's `Mutex` is used only where the system offers no lock that waits
// without spinning. On Linux `Mutex` spins, and on a single core this takes time from the thread that holds the lock.
// The thread sanitizer knows the system's locks but not `Mutex`.
//
// A thread must not take a lock that it already holds. Apple's locks then end the program. POSIX locks end it in debug
// builds; in release builds the thread waits for ever.

#if canImport(Darwin)
import Darwin

typealias SystemLock = os_unfair_lock_s

extension SystemLock {
    static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) { lock.initialize(to: os_unfair_lock_s()) }
    static func destroy(_ lock: UnsafeMutablePointer<SystemLock>) { lock.deinitialize(count: 1) }
    static func lock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_lock(lock) }
    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_unlock(lock) }
}
#elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Android
#endif

typealias SystemLock = pthread_mutex_t

// Not `isDebugBuild`: this file is also linked into packages that do not have it.
#if DEBUG
private let isChecked = true
#else
private let isChecked = false
#endif

extension SystemLock {
    static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) {
        lock.initialize(to: pthread_mutex_t())
        guard isChecked else {
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
        if isChecked, error == EDEADLK {
            fatalError("A thread has taken a lock that it holds already. In a release build it would wait for ever.")
        }
    }

    static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_unlock(lock) }
}
#else
import Synchronization

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
