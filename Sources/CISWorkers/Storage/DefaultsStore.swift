public import Foundation

/// A store in the user defaults (`UserDefaults`).
///
/// Use it for settings that should be visible to the tools of the system. Use ``FileStore`` if a change must not be
/// lost: Apple systems write the defaults to disk at a time of their choice. On other systems this store writes the
/// property list after each change, and throws if that fails.
///
/// Values are stored as data. Strings, numbers and Booleans that other code has stored can be read too.
public actor DefaultsStore: KeyValueStore {
    private let suite: String?

    /// The name of the suite.
    public nonisolated var place: String { "the user defaults \(suite ?? "of the program")" }

    /// Creates a store.
    ///
    /// - Parameter suite: The name of the suite. `nil` uses the standard defaults of the program; ``removeAll()`` then
    ///   removes only the values that the program itself has set.
    public init(suite: String? = nil) {
        self.suite = suite
    }

    /// Returns the bytes for a name, or `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        stored(name, in: try defaults())
    }

    /// Changes the bytes for a name.
    public func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) throws(StorageError) {
        let defaults = try defaults()
        let old = stored(name, in: defaults)
        var new = old
        try change(&new)
        guard new != old else { return }
        put(new, name, in: defaults)
        if !defaults.synchronize() {
            put(old, name, in: defaults)
            throw StorageError(.cannotWrite, file: place, key: name)
        }
    }

    /// Removes all values of the suite.
    ///
    /// Without a suite, the function throws ``StorageError/Code/unavailable`` if the program has no bundle identifier.
    public func removeAll() throws(StorageError) {
        let defaults = try defaults()
        guard let domain = suite ?? Bundle.main.bundleIdentifier else {
            throw StorageError(.unavailable, file: place, reason: "the program has no bundle identifier; name a suite")
        }
        for name in (defaults.persistentDomain(forName: domain) ?? [:]).keys { defaults.removeObject(forKey: name) }
        if !defaults.synchronize() { throw StorageError(.cannotWrite, file: place) }
    }

    private func defaults() throws(StorageError) -> UserDefaults {
        guard let defaults = suite.map({ UserDefaults(suiteName: $0) }) ?? UserDefaults.standard else {
            throw StorageError(.unavailable, file: place, reason: "the system does not allow a suite of this name")
        }
        return defaults
    }

    private func put(_ data: Data?, _ name: String, in defaults: UserDefaults) {
        if let data {
            defaults.set(data, forKey: name)
        } else {
            defaults.removeObject(forKey: name)
        }
    }

    /// Returns the stored value as bytes. Other code or a command-line argument may have set a string or a number.
    /// Values of all other types count as missing.
    private func stored(_ name: String, in defaults: UserDefaults) -> Data? {
        switch defaults.object(forKey: name) {
        case let data as Data: data
        case let text as String: Data(text.utf8)
        case let number as NSNumber:
            try? JSONSerialization.data(withJSONObject: number, options: .fragmentsAllowed)
        default: nil
        }
    }
}
