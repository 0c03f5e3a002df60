public import Foundation

/// Stores values by name.
///
/// | store | keeps values | use it for |
/// |---|---|---|
/// | ``MemoryStore`` | until it is released | tests, previews |
/// | ``FileStore`` | in one file | settings and short lists on every system |
/// | ``DefaultsStore`` | in the user defaults | settings that the tools of the system should see |
/// | `KeychainStore` | in the keychain of Apple systems | secrets |
/// | ``SecureFileStore`` | in one file that only its owner can read | secrets on other systems |
///
/// Changes of one store happen one after the other, so several tasks can call ``update(_:_:)`` without losing a change.
/// Names are compared byte by byte: two Unicode forms of `é` are different names.
///
/// Use the functions with a ``StorageKey``:
///
/// ```swift
/// try await store.set("Ada", for: .username)
/// let name = try await store.value(for: .username)
/// try await store.update(.visits) { visits in visits = (visits ?? 0) + 1 }
/// ```
///
/// To write a store of your own, or a stub for a test, implement the requirements below. The functions with a key call
/// the requirements.
public protocol KeyValueStore: Sendable {
    /// Describes the location of the values in error messages: the path of a file, the name of a suite.
    var place: String { get }

    /// Returns the bytes for a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The bytes, or `nil` if there are none.
    /// - Throws: ``StorageError`` if the store cannot be read.
    @concurrent
    func data(for name: String) async throws(StorageError) -> Data?

    /// Changes the bytes for a name.
    ///
    /// No other change of this store happens between reading the old bytes and storing the new ones. When the function
    /// returns, the change is as durable as the store can make it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - change: Changes the bytes in place. Its argument is `nil` if the store has no value with this name. If
    ///     another store changes the same file at the same time, the closure is called again, with the new bytes.
    /// - Throws: ``StorageError`` if the store cannot be read or written, or the error of `change`. The store is then
    ///   unchanged. Only a store in a file can have the new value after an error, if a step after the replacement of
    ///   the file failed; see ``FileWorker/replace(_:with:access:durability:)``.
    @concurrent
    func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) async throws(StorageError)

    /// Removes all values.
    ///
    /// The function also works if the store is damaged; afterwards the store is empty and usable. If the path of a file
    /// refers to a pipe or a device, the function throws ``StorageError/Code/notAFile``.
    ///
    /// - Throws: ``StorageError`` if the store cannot be written.
    @concurrent
    func removeAll() async throws(StorageError)
}
