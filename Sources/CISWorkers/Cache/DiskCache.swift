public import Foundation

/// A cache in the files of a folder, with a limited size and with expiry dates. It survives a restart of the program.
///
/// When the space is used up, the least recently used entries are removed first. After a restart, entries count as used
/// in the order in which they were written.
///
/// Reading does not throw: a file that is damaged, has expired or was written by another program counts as a missing
/// entry, and is removed.
///
/// Use each folder for one cache only, in one process at a time: every file in the folder counts as an entry. Keys are
/// compared byte by byte. They are written to the files, so they must not contain secrets.
///
/// ```swift
/// let posters = DiskCache(
///     folder, maximumBytes: 50_000_000, lifetime: .seconds(7 * 24 * 3600))
/// if let bytes = await posters.data(for: path) { … }
/// ```
public actor DiskCache {
    private let folder: URL
    private let maximumBytes: Int
    private let lifetime: Duration
    private let clock: WallClock
    private let files: any FileWorker
    /// The file sizes by file name, in the order of use.
    private var sizes = LRU<String, Int>()
    private var isLoaded = false

    /// Creates a cache. The folder is read on first use.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files. It is created when needed.
    ///   - maximumBytes: The maximum total size of the files, in bytes.
    ///   - lifetime: How long an entry may be used if it is stored without a lifetime of its own. The default is 100
    ///     years.
    ///   - clock: The clock for expiry dates.
    ///   - files: Reads and writes the files.
    public init(
        _ folder: URL, maximumBytes: Int, lifetime: Duration = .seconds(100 * 365 * 24 * 3600),
        clock: WallClock = .system, files: any FileWorker = DiskFiles()
    ) {
        self.folder = folder
        self.maximumBytes = max(maximumBytes, 0)
        self.lifetime = lifetime
        self.clock = clock
        self.files = files
    }

    /// The total size of the files, in bytes.
    public var totalBytes: Int {
        load()
        return sizes.cost
    }

    /// Returns the bytes of a key, and marks them as used.
    ///
    /// - Parameter key: The key.
    /// - Returns: The bytes, or `nil` if there are none or they have expired.
    public func data(for key: String) -> Data? {
        let name = CacheEntry.name(for: key)
        load()
        guard sizes.use(name) != nil else { return nil }
        guard let bytes = try? files.read(file(name)), let entry = CacheEntry(Array(bytes)),
            entry.isFresh(at: clock.milliseconds)
        else {
            discard(name)
            return nil
        }
        // Two keys may have the same file name. The file of the other key stays until it is overwritten.
        return Array(entry.key.utf8) == Array(key.utf8) ? Data(entry.value) : nil
    }

    /// Stores bytes. Replaces the bytes that the key has.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - key: The key.
    ///   - lifetime: How long the bytes may be used. `nil` uses the lifetime of the cache. If it is zero or less,
    ///     nothing is stored.
    /// - Returns: Whether the bytes were stored. Bytes that need more space than the whole cache has are not stored.
    ///   The old bytes of the key are removed in any case, even if the function throws.
    /// - Throws: ``StorageError`` if the folder cannot be written.
    @discardableResult
    public func store(_ data: Data, for key: String, lifetime: Duration? = nil) throws(StorageError) -> Bool {
        let name = CacheEntry.name(for: key)
        let now = clock.milliseconds
        let (expires, overflows) = now.addingReportingOverflow((lifetime ?? self.lifetime).milliseconds)
        let entry = CacheEntry(key: key, stored: now, expires: overflows ? .max : expires, value: Array(data))
        let bytes = entry.bytes
        load()
        sizes.remove(name)
        guard entry.isFresh(at: now), bytes.count <= maximumBytes else {
            _ = try? files.remove(file(name))
            return false
        }
        makeRoom(for: bytes.count)
        do {
            try files.replace(file(name), with: Data(bytes), access: .ownerOnly, durability: .buffered)
        } catch {
            _ = try? files.remove(file(name))
            throw error
        }
        sizes.put(bytes.count, for: name, cost: bytes.count)
        return true
    }

    /// Removes the bytes of a key.
    ///
    /// - Parameter key: The key.
    public func remove(_ key: String) {
        load()
        discard(CacheEntry.name(for: key))
    }

    /// Removes all entries.
    public func removeAll() {
        load()
        for name in sizes.keys { discard(name) }
    }
}

extension DiskCache {
    private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Lists the files on first use. If the folder cannot be listed, the cache starts empty.
    private func load() {
        guard !isLoaded else { return }
        isLoaded = true
        try? files.removeLeftovers(in: folder)
        let infos = (try? files.list(folder)) ?? []
        for info in infos.sorted(by: { $0.modified < $1.modified }) {
            sizes.put(info.size, for: info.file.lastPathComponent, cost: info.size)
        }
        makeRoom(for: 0)
    }

    /// Removes the least recently used entries until the given number of bytes fits.
    private func makeRoom(for bytes: Int) {
        while sizes.cost > maximumBytes - bytes, let oldest = sizes.removeOldest() {
            _ = try? files.remove(file(oldest.key))
        }
    }

    private func discard(_ name: String) {
        guard sizes.remove(name) != nil else { return }
        _ = try? files.remove(file(name))
    }
}
