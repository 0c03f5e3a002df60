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
