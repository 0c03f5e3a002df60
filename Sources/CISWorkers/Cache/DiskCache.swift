public import Foundation

/// Keeps bytes in the files of a folder: they survive a restart, expire, and never take more than so much space.
///
/// What cannot be read is a miss, and removed: a damaged file, one of another program, one that has expired. Reading
/// therefore never throws. When there is not enough room, what was not used for longest goes first; after a restart
/// "used" is when it was written.
///
/// The folder belongs to one cache at a time, and to nothing else: every file in it counts as an entry. Keys are
/// compared byte for byte, and are written into the files; keep secrets out of them.
///
/// ```swift
/// let posters = DiskCache(folder, maximumBytes: 50_000_000, lifetime: .seconds(7 * 24 * 3600))
/// if let bytes = await posters.data(for: path) { … }
/// ```
public actor DiskCache {
    private let folder: URL
    private let maximumBytes: Int
    private let lifetime: Duration
    private let clock: WallClock
    private let files: any FileWorker
    /// The sizes of the files by name, in the order of their use.
    private var sizes = LRU<String, Int>()
    private var isLoaded = false

    /// Makes a cache. The folder is not touched before the first use.
    ///
    /// - Parameters:
    ///   - folder: Where the files are. It is made when it is needed.
    ///   - maximumBytes: The most space to take, counted in bytes of files.
    ///   - lifetime: How long an entry may be used, unless it is stored with another lifetime. The default is as good
    ///     as for ever.
    ///   - clock: The time by which entries expire.
    ///   - files: What reads and writes the files.
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

    /// The space taken, in bytes.
    public var totalBytes: Int {
        load()
        return sizes.cost
    }

    /// The bytes of a key, which count as used now.
    ///
    /// - Parameter key: The key.
    /// - Returns: The bytes as they were stored; `nil` if there are none, or no longer.
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
        // Another key with the same file name is nobody's fault: it stays until it is overwritten.
        return Array(entry.key.utf8) == Array(key.utf8) ? Data(entry.value) : nil
    }

    /// Keeps bytes, in the place of those there are.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - key: Their key.
    ///   - lifetime: How long they may be used. `nil` is the lifetime of the cache; zero or less keeps nothing.
    /// - Returns: Whether they are kept: not if they alone take more space than all may. The old ones have gone either
    ///   way.
    /// - Throws: ``StorageError`` if the folder cannot be written.
    @discardableResult
    public func store(_ data: Data, for key: String, lifetime: Duration? = nil) throws(StorageError) -> Bool {
        let name = CacheEntry.name(for: key)
        let now = clock.milliseconds
        let (expires, isForEver) = now.addingReportingOverflow((lifetime ?? self.lifetime).milliseconds)
        let entry = CacheEntry(key: key, stored: now, expires: isForEver ? .max : expires, value: Array(data))
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

    /// Removes everything.
    public func removeAll() {
        load()
        for name in sizes.keys { discard(name) }
    }
}

extension DiskCache {
    private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Reads which files there are. Once; if that fails the cache is empty for now.
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

    /// Removes what was not used for longest, until there is room.
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
