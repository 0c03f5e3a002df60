public import Foundation

/// Keeps secrets in one file that only its owner can read: for systems without a keychain.
///
/// The file is born with mode 0600, in a folder with mode 0700 if it has to be made, and written like that of a
/// ``FileStore``. What is not this user's alone is not used: every function but ``removeAll()`` throws
/// ``StorageError/Code/exposed`` for a file that others can read or write, ``StorageError/Code/otherOwner`` for one of
/// another user, and ``StorageError/Code/notAFile`` for a link, a pipe or a device.
///
/// Without a ``Sealing`` the secrets are *not encrypted*: whoever can act as the user, or read the disk without the
/// system, can read them. On Apple systems choose `KeychainStore`.
///
/// Nothing of a value appears in an error, a description or a dump of the store.
public actor SecureFileStore: KeyValueStore {
    private var vault: Vault
    /// The path of the file.
    public nonisolated let place: String

    /// Makes a store. The file is not touched before the first use.
    ///
    /// - Parameters:
    ///   - file: Where the secrets are kept.
    ///   - sealing: Encrypts and decrypts the content of the file. `nil` leaves it as it is.
    ///   - files: What reads and writes it.
    public init(_ file: URL, sealing: Sealing? = nil, files: any FileWorker = DiskFiles()) {
        vault = Vault(file: file, kind: .secrets, access: .ownerOnly, sealing: sealing, files: files)
        place = vault.path
    }

    /// The bytes under a name, `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        try vault.data(for: name)
    }

    /// Changes the bytes under a name, and returns when the disk has them.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        try vault.change(name, change)
    }

    /// Removes everything, also from a file that cannot be opened.
    public func removeAll() throws(StorageError) {
        try vault.removeAll()
    }
}

extension SecureFileStore: CustomReflectable, CustomStringConvertible {
    /// Names the file, and nothing that is in it.
    public nonisolated var description: String { "SecureFileStore(\(place))" }

    /// Shows the file, and nothing that is in it.
    public nonisolated var customMirror: Mirror { Mirror(self, children: ["file": place]) }
}

/// Encrypts and decrypts what a ``SecureFileStore`` writes.
///
/// This module has no cipher of its own. Give it the functions of one that authenticates what it encrypts, as AES-GCM
/// and ChaCha20-Poly1305 do: from CryptoKit on Apple systems, from a system library such as OpenSSL elsewhere.
///
/// ```swift
/// let key = SymmetricKey(data: keyFromYourKeyProvider)
/// let sealing = Sealing(
///     seal: { plain in try ChaChaPoly.seal(plain, using: key).combined },
///     open: { sealed in try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: sealed), using: key) })
/// ```
public struct Sealing: Sendable {
    let seal: @Sendable (Data) throws -> Data
    let open: @Sendable (Data) throws -> Data

    /// Makes a pair of functions.
    ///
    /// - Parameters:
    ///   - seal: Encrypts. Is given the whole content, and must use a fresh nonce each time.
    ///   - open: Decrypts what `seal` made; throws if the key is another one or the bytes have been changed.
    public init(seal: @escaping @Sendable (Data) throws -> Data, open: @escaping @Sendable (Data) throws -> Data) {
        self.seal = seal
        self.open = open
    }
}
