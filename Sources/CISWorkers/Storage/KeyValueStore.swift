public import Foundation

/// Keeps values under names.
///
/// | store | keeps | for |
/// |---|---|---|
/// | ``MemoryStore`` | until it is released | tests, previews |
/// | ``FileStore`` | in one file, written atomically | settings and lists on every system |
/// | ``DefaultsStore`` | in the user's defaults | settings that the system's tools should see |
/// | `KeychainStore` | in the keychain of Apple systems | secrets |
/// | ``SecureFileStore`` | in one file for its owner only | secrets elsewhere |
///
/// All changes of one store happen one after the other, so ``update(_:_:)`` loses none, from however many tasks. Names
/// are compared as they are: `é` in one scalar and in two are different names.
///
/// Stores are made of the three functions below and a name; a stub in a test has to have no more. Work with the typed ones:
///
/// ```swift
/// try await store.set("Ada", for: .username)
/// let name = try await store.value(for: .username)
/// try await store.update(.visits) { visits in visits = (visits ?? 0) + 1 }
/// ```
public protocol KeyValueStore: Sendable {
    /// Where the values are, for the texts of errors: the path of a file, the name of a suite.
    var place: String { get }

    /// The bytes under a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The bytes; `nil` if there are none.
    /// - Throws: ``StorageError`` if the store cannot be read.
    @concurrent
    func data(for name: String) async throws(StorageError) -> Data?

    /// Changes the bytes under a name, with no other change in between.
    ///
    /// When it returns, the change has been kept, as durably as the store can.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - change: Is given the bytes, `nil` if there are none, and leaves those that are to be kept, `nil` for none.
    ///     If it throws nothing is changed. Called again, with the bytes of then, if another store has changed the same
    ///     file meanwhile.
    /// - Throws: ``StorageError`` if the store cannot be read or written; it then has what it had. What `change`
    ///   throws.
    @concurrent
    func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) async throws(StorageError)

    /// Removes everything in this store.
    ///
    /// Works also where the store is damaged or cannot be opened: afterwards it is empty and usable. A pipe or a device in
    /// the place of a file stays.
    ///
    /// - Throws: ``StorageError`` if the store cannot be written.
    @concurrent
    func removeAll() async throws(StorageError)
}
