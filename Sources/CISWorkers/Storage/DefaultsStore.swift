public import Foundation

/// Keeps values in the user's defaults (`UserDefaults`).
///
/// Choose it for settings that the system's own tools should see; choose ``FileStore`` where a lost write matters. On
/// Apple systems the system writes the defaults when it likes to. Elsewhere Foundation writes a property list in the
/// user's configuration folder; this store asks for that after each change, and reports if it failed.
///
/// Values are stored as data. Texts, numbers and truth values that other code has put under a name are read, too.
public actor DefaultsStore: KeyValueStore {
    private let suite: String?

    /// The name of the suite.
    public nonisolated var place: String { "the user defaults \(suite ?? "of the program")" }

    /// Makes a store.
    ///
    /// - Parameter suite: The name of the suite. `nil` is the standard defaults of the program, in which
    ///   ``removeAll()`` removes what the program itself has set.
    public init(suite: String? = nil) {
        self.suite = suite
    }

    /// The bytes under a name, `nil` if there are none.
    public func data(for name: String) throws(StorageError) -> Data? {
        stored(name, in: try defaults())
    }

    /// Changes the bytes under a name.
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

    /// Removes everything in the suite.
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

    /// What other code, or an argument of the command line, has put under the name becomes what this store would have.
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
