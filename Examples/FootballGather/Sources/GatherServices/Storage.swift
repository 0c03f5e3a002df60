package import CISWorkers
package import Foundation

/// FG-STORE-02: the keys of the store for secrets. The password is not stored, so its key is not used.
extension StorageKey<String> {
    package static var username: StorageKey { StorageKey("footballgather_username") }
    package static var token: StorageKey { StorageKey("footballgather_token") }
}

/// FG-STORE-03: the key of the store for preferences.
extension StorageKey<Bool> {
    package static var remember: StorageKey { StorageKey("footballgather_remember") }
}

/// FG-STORE-01: the two stores of the app.
package struct GatherStorage: Sendable {
    /// FG-STORE-02: the name under which the secrets are stored.
    package static let serviceName = "com.footballgather"

    /// Stores the token and the username.
    package var secrets: any KeyValueStore
    /// Stores the switch of the login screen.
    package var preferences: any KeyValueStore

    package init(secrets: any KeyValueStore, preferences: any KeyValueStore) {
        self.secrets = secrets
        self.preferences = preferences
    }

    /// Stores secrets in the keychain if the system has one, otherwise in a file that only its owner can read.
    ///
    /// - Parameter folder: The folder of the files.
    package init(in folder: URL) {
        #if canImport(Security)
        secrets = KeychainStore(service: Self.serviceName)
        #else
        secrets = SecureFileStore(folder.appending(path: Self.serviceName))
        #endif
        preferences = FileStore(folder.appending(path: "preferences"))
    }
}
