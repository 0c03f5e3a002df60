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
/// Changes of one store happen one after the other, so that ``update(_:_:)`` loses none. Names are compared byte by
/// byte: two Unicode forms of `é` are different names.
///
/// Use the functions with a ``StorageKey``:
///
/// ```swift
/// try await store.set("Ada", for: .username)
/// let name = try await store.value(for: .username)
/// try await store.update(.visits) { visits in visits = (visits ?? 0) + 1 }
/// ```
///
/// To write a store of your own, or a stub for a test, implement the requirements below. The functions with a key use
/// them.
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

    /// Changes the bytes for a name. No other change can happen in between.
    ///
    /// When the function returns, the change is stored as durably as the store can.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - change: Changes the bytes in place. `nil` means that there are none. If it throws, nothing is changed. It is
    ///     called again, with the new bytes, if another store changes the same file at the same time.
    /// - Throws: ``StorageError`` if the store cannot be read or written, and is then unchanged; or the error of
    ///   `change`.
    @concurrent
    func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) async throws(StorageError)

    /// Removes all values.
    ///
    /// The function also works if the store is damaged; afterwards the store is empty and usable. A pipe or a device in
    /// the place of a file is not removed.
    ///
    /// - Throws: ``StorageError`` if the store cannot be written.
    @concurrent
    func removeAll() async throws(StorageError)
}
