package import CISWorkers
package import Foundation
import GatherScenes
import Synchronization

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
    let own = OwnToken()

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

/// The token with which this program works. Another program of the same user may have stored its own in the same place.
final class OwnToken: Sendable {
    private let token = Mutex<String?>(nil)

    var value: String? {
        get { token.withLock { $0 } }
        set { token.withLock { $0 = newValue } }
    }

    /// Takes a stored token, unless a login has brought another one meanwhile.
    func take(_ stored: String?) { token.withLock { $0 = $0 ?? stored } }
}

extension GatherStorage {
    /// FG-STORE-04: the token of this program, or the one that a killed program has left behind.
    @concurrent func token() async throws -> String? {
        if let token = own.value { return token }
        let stored = try await secrets.value(for: .token)
        own.take(stored)
        return own.value
    }

    /// Identifies the login of this program, or the one that it would continue, without telling the token.
    @concurrent package func session() async -> String? {
        var token = own.value
        if token == nil { token = try? await secrets.value(for: .token) }
        return token.map { Password($0).hash }
    }

    @concurrent func set(token: String) async throws {
        own.value = token
        try await secrets.set(token, for: .token)
    }

    /// Forgets the token. If another program has stored its own since, that one stays.
    @concurrent func removeToken() async throws {
        let mine = own.value
        own.value = nil
        let stored = try await secrets.value(for: .token)
        if mine == nil || mine == stored { try await secrets.remove(.token) }
    }
}
