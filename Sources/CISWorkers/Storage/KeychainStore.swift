#if canImport(Security)
public import Foundation
import Security

/// A store for secrets in the keychain of Apple systems.
///
/// On other systems use ``SecureFileStore``. After the device has started, values can be read only once it has been
/// unlocked for the first time. A backup does not restore them on another device.
///
/// Errors, descriptions and dumps of the store contain no values.
public actor KeychainStore: KeyValueStore {
    private let service: String

    /// The name of the service.
    public nonisolated var place: String { "the keychain service \(service)" }

    /// Creates a store.
    ///
    /// - Parameter service: The service of the entries, such as the identifier of the app. ``removeAll()`` removes only
    ///   the entries of this service.
    public init(service: String) {
        self.service = service
    }

    /// Returns the bytes for a name, or `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        var query = query(for: name)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw error(status, name, .cannotRead) }
        guard let data = found as? Data else { throw error(status, name, .corrupt) }
        return data
    }

    /// Changes the bytes for a name.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        let old = try data(for: name)
        var new = old
        try change(&new)
        guard new != old else { return }
        let status: OSStatus
        if let new {
            status = put(new, name, isThere: old != nil)
        } else {
            status = SecItemDelete(query(for: name) as CFDictionary)
        }
        guard status == errSecSuccess else { throw error(status, name, .cannotWrite) }
    }

    /// Removes all entries of this service.
    public func removeAll() throws(StorageError) {
        // Some keychains remove only one entry per call.
        while true {
            let status = SecItemDelete(query(for: nil) as CFDictionary)
            if status == errSecItemNotFound { return }
            guard status == errSecSuccess else { throw error(status, nil, .cannotWrite) }
        }
    }

    private func put(_ data: Data, _ name: String, isThere: Bool) -> OSStatus {
        if isThere {
            return SecItemUpdate(
                query(for: name) as CFDictionary, [kSecValueData as String: data] as [String: Any] as CFDictionary)
        }
        var entry = query(for: name)
        entry[kSecValueData as String] = data
        entry[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(entry as CFDictionary, nil)
    }

    private func query(for name: String?) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
        if let name { query[kSecAttrAccount as String] = name }
        return query
    }

    private func error(_ status: OSStatus, _ name: String?, _ code: StorageError.Code) -> StorageError {
        let isLocked = status == errSecInteractionNotAllowed || status == errSecNotAvailable
        return StorageError(
            isLocked ? .unavailable : code, file: place, key: name,
            reason: "status \(status)")
    }
}
#endif
