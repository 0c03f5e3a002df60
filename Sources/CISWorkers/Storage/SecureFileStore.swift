public import Foundation

/// A store for secrets in one file that only its owner can read. Use it on systems without a keychain.
///
/// The file is created with mode 0600. If its folder must be created, the folder gets mode 0700. The file is replaced
/// at every change, as in a ``FileStore``.
///
/// The store refuses files that are not private. All functions except ``removeAll()`` throw
/// ``StorageError/Code/exposed`` if other users can read or write the file, ``StorageError/Code/otherOwner`` if it
/// belongs to another user, and ``StorageError/Code/notAFile`` for a link, a pipe or a device. ``removeAll()`` throws the
/// last of these errors, too.
///
/// Without a ``Sealing``, the secrets are *not encrypted*: every program of the same user, and anyone with direct
/// access to the disk, can read them. On Apple systems, use `KeychainStore`.
///
/// Errors, descriptions and dumps of the store contain no values.
public actor SecureFileStore: KeyValueStore {
    private var content: KeyValueFile
    /// The path of the file.
    public nonisolated let place: String

    /// Creates a store. The file is read on first use.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - sealing: Encrypts and decrypts the content of the file. `nil` stores it without encryption.
    ///   - files: Reads and writes the file.
    public init(_ file: URL, sealing: Sealing? = nil, files: any FileWorker = DiskFiles()) {
        content = KeyValueFile(file: file, kind: .secrets, access: .ownerOnly, sealing: sealing, files: files)
        place = content.path
    }

    /// Returns the bytes for a name, or `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        try content.data(for: name)
    }

    /// Changes the bytes for a name, and returns when they are on disk.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        try content.change(name, change)
    }

    /// Removes all values, even if the file cannot be decrypted.
    public func removeAll() throws(StorageError) {
        try content.removeAll()
    }
}

extension SecureFileStore: CustomReflectable, CustomStringConvertible {
    /// The path of the file, without its content.
    public nonisolated var description: String { "SecureFileStore(\(place))" }

    /// Contains the path of the file, without its content.
    public nonisolated var customMirror: Mirror { Mirror(self, children: ["file": place]) }
}

/// Encrypts and decrypts the file of a ``SecureFileStore``.
///
/// This module contains no cipher. Use an authenticated cipher, such as AES-GCM or ChaCha20-Poly1305. CryptoKit has
/// both on Apple systems, and libraries such as OpenSSL have them on other systems.
///
/// ```swift
/// let key = SymmetricKey(data: keyFromYourKeyProvider)
/// let sealing = Sealing(
///     seal: { plain in try ChaChaPoly.seal(plain, using: key).combined },
///     open: { sealed in
///         try ChaChaPoly.open(
///             ChaChaPoly.SealedBox(combined: sealed), using: key)
///     })
/// ```
public struct Sealing: Sendable {
    let seal: @Sendable (Data) throws -> Data
    let open: @Sendable (Data) throws -> Data

    /// Creates a sealing from two functions.
    ///
    /// - Parameters:
    ///   - seal: Encrypts the whole content. It must use a new nonce each time.
    ///   - open: Decrypts what `seal` has returned. It must throw if the key is wrong or the bytes were changed.
    public init(seal: @escaping @Sendable (Data) throws -> Data, open: @escaping @Sendable (Data) throws -> Data) {
        self.seal = seal
        self.open = open
    }
}
