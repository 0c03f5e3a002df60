import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `A disk cache` {
    private let files = MemoryFiles()
    private let date = AdjustableDate()
    private let folder = URL(filePath: "/cache")

    private func cache(_ maximumBytes: Int = 10_000, lifetime: Duration = .seconds(60)) -> DiskCache {
        DiskCache(folder, maximumBytes: maximumBytes, lifetime: lifetime, clock: date.clock, files: files)
    }

    /// The size of a file for a key of one byte.
    private static func size(_ count: Int) -> Int { 26 + 20 + 1 + count }

    @Test func `keeps bytes after a restart, and removes them`() async throws {
        try await cache().store(Data([1, 2]), for: "a")
        let restarted = cache()
        #expect(await restarted.data(for: "a") == Data([1, 2]))
        #expect(await restarted.totalBytes == Self.size(2))
        await restarted.remove("a")
        #expect(await restarted.data(for: "a") == nil)
        #expect(await restarted.totalBytes == 0)
        #expect(files.list(folder).isEmpty)
    }

    @Test func `an expired entry is a miss, and removed`() async throws {
        let cache = cache()
        try await cache.store(Data([1]), for: "a")
        try await cache.store(Data([2]), for: "b", lifetime: .milliseconds(59_999))
        date.advance(by: 59.999)
        #expect(await cache.data(for: "a") == Data([1]))
        #expect(await cache.data(for: "b") == nil)
        #expect(files.list(folder).count == 1)
        date.advance(by: 0.001)
        #expect(await self.cache().data(for: "a") == nil)
        #expect(files.list(folder).isEmpty)
    }

    @Test func `an entry from the future is a miss`() async throws {
        try await cache().store(Data([1]), for: "a")
        date.advance(by: -1)
        #expect(await cache().data(for: "a") == nil)
        #expect(files.list(folder).isEmpty)
    }

    @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
    func `with a lifetime of zero nothing is stored, and the old entry is removed`(_ lifetime: Duration) async throws {
        let cache = cache()
        try await cache.store(Data([1]), for: "a")
        #expect(try await cache.store(Data([2]), for: "a", lifetime: lifetime) == false)
        #expect(await cache.data(for: "a") == nil)
    }

    @Test func `a lifetime may be as long as a Duration can be`() async throws {
        let cache = cache()
        try await cache.store(Data([1]), for: "a", lifetime: .seconds(Int64.max))
        date.advance(by: 1e11)
        #expect(await cache.data(for: "a") == Data([1]))
    }

    @Test func `never exceeds its space: the least recently used entries are removed`() async throws {
        let cache = cache(3 * Self.size(10))
        for key in ["a", "b", "c"] { try await cache.store(Data(count: 10), for: key) }
        #expect(await cache.data(for: "a") != nil)
        try await cache.store(Data(count: 10), for: "d")
        #expect(await cache.data(for: "b") == nil)
        #expect(await cache.data(for: "a") != nil)
        #expect(files.list(folder).map(\.size).reduce(0, +) == 3 * Self.size(10))
        try await cache.store(Data(count: 11), for: "a")
        #expect(await cache.data(for: "c") == nil)
        #expect(await cache.data(for: "d") != nil)
        #expect(await cache.data(for: "a") != nil)
    }

    @Test func `after a restart the oldest is removed first, also if the space is smaller now`() async throws {
        let before = cache()
        for key in ["a", "b", "c"] { try await before.store(Data(count: 10), for: key) }
        let after = cache(2 * Self.size(10))
        #expect(await after.totalBytes == 2 * Self.size(10))
        #expect(files.list(folder).count == 2)
        #expect(await after.data(for: "a") == nil)
        try await after.store(Data(count: 10), for: "d")
        #expect(await after.data(for: "b") == nil)
        #expect(await after.data(for: "c") != nil)
    }

    @Test func `an entry that is too large is not stored, and the old one is removed`() async throws {
        let cache = cache(Self.size(10))
        #expect(try await cache.store(Data(count: 10), for: "a"))
        #expect(try await cache.store(Data(count: 11), for: "a") == false)
        #expect(await cache.data(for: "a") == nil)
        #expect(files.list(folder).isEmpty)
        #expect(try await self.cache(-1).store(Data(), for: "a") == false)
    }

    @Test func `a damaged entry is a miss, and removed, whatever the damage is`() async throws {
        try await cache().store(Data("text".utf8), for: "a")
        let file = try #require(files.list(folder).first?.file)
        let whole = try #require(files.read(file))
        var damaged = (0..<whole.count).map { Data(whole.prefix($0)) } + [whole + [0], Data(count: 100)]
        for bit in 0..<(whole.count * 8) {
            var copy = whole
            copy[bit / 8] ^= 1 << (bit % 8)
            damaged.append(copy)
        }
        for bytes in damaged {
            try files.replace(file, with: bytes)
            #expect(await cache().data(for: "a") == nil)
            #expect(files.list(folder).isEmpty)
        }
        try await cache().store(Data("text".utf8), for: "a")
        #expect(await cache().data(for: "a") == Data("text".utf8))
    }

    @Test func `another key with the same file name is a miss`() async throws {
        try await cache().store(Data([1]), for: "b")
        let other = try #require(files.list(folder).first?.file)
        try await cache().store(Data([2]), for: "a")
        let own = try #require(files.list(folder).map(\.file).first { $0 != other })
        files.move(other, to: own)
        let cache = cache()
        #expect(await cache.data(for: "a") == nil)
        try await cache.store(Data([3]), for: "a")
        #expect(await cache.data(for: "a") == Data([3]))
    }

    @Test func `a foreign file uses space until it is removed`() async throws {
        try files.replace(folder.appending(path: "README"), with: Data(count: 500))
        let cache = cache(600)
        #expect(await cache.totalBytes == 500)
        try await cache.store(Data(count: 100), for: "a")
        #expect(files.list(folder).map(\.size) == [Self.size(100)])
    }

    @Test func `keys of any text and values of any type`() async throws {
        let cache = cache()
        for key in ["", "../../etc/passwd", "caf\u{E9}", "cafe\u{301}", String(repeating: "k", count: 1000)] {
            try await cache.store(value: [key: key.utf8.count], for: key)
        }
        #expect(await cache.value(for: "caf\u{E9}") == ["caf\u{E9}": 5])
        #expect(await cache.value(for: "cafe\u{301}") == ["cafe\u{301}": 6])
        #expect(await cache.value(for: "../../etc/passwd") == ["../../etc/passwd": 16])
        #expect(files.list(folder).count == 5)
        #expect(await cache.value(for: "", as: Int.self) == nil)
        #expect(files.list(folder).count == 4)
    }

    @Test func `a folder that cannot be written is an error, one that cannot be read is empty`() async throws {
        let disk = ModelDisk()
        let faulty = DiskFiles(driver: disk.copy(.crash(at: 0)))
        let cache = DiskCache(folder, maximumBytes: 1000, files: faulty)
        #expect(await cache.data(for: "a") == nil)
        let error = await #expect(throws: StorageError.self) { try await cache.store(Data(), for: "a") }
        #expect(error?.code == .cannotWrite)
        #expect(await cache.totalBytes == 0)
    }

    @Test func `a crash at any byte leaves a complete entry or a miss`() async throws {
        let disk = ModelDisk()
        let key = "a"
        try await DiskCache(folder, maximumBytes: 1000, files: DiskFiles(driver: disk)).store(Data([1]), for: key)
        let trial = disk.copy()
        try await DiskCache(folder, maximumBytes: 1000, files: DiskFiles(driver: trial)).store(Data([2]), for: key)
        for step in points(upTo: trial.steps) {
            let crashing = disk.copy(.crash(at: step))
            _ = try? await DiskCache(folder, maximumBytes: 1000, files: DiskFiles(driver: crashing))
                .store(Data([2]), for: key)
            for disk in crashing.afterPowerCut() + [crashing.copy()] {
                let cache = DiskCache(folder, maximumBytes: 1000, files: DiskFiles(driver: disk))
                let found = await cache.data(for: key)
                #expect(found == nil || found == Data([1]) || found == Data([2]))
                try await cache.store(Data([3]), for: key)
                #expect(await cache.data(for: key) == Data([3]))
                #expect(disk.fileNames(in: "/cache").count == 1)
            }
        }
    }

    @Test func `a hundred writers and readers see complete entries, within the space`() async throws {
        let folder = try TemporaryFolder()
        let cache = DiskCache(folder("cache"), maximumBytes: 100_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await cache.store(Data(repeating: UInt8(number), count: number * 50), for: "key \(number % 30)")
                }
                group.addTask {
                    if let data = await cache.data(for: "key \(number % 30)") { #expect(Set(data).count <= 1) }
                }
            }
            try await group.waitForAll()
        }
        let sizes = try DiskFiles().list(folder("cache")).map(\.size)
        #expect(sizes.reduce(0, +) <= 100_000)
        #expect(await cache.totalBytes == sizes.reduce(0, +))
    }

    @Test func `removing everything leaves an empty folder`() async throws {
        let cache = cache()
        for key in ["a", "b"] { try await cache.store(Data(), for: key) }
        await cache.removeAll()
        #expect(files.list(folder).isEmpty)
        #expect(await cache.totalBytes == 0)
    }
}
