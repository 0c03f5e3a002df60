import CISWorkers
import Foundation
import TestSupport
import Testing

/// Stores on a disk that stops at any step, one byte at a time.
@Suite struct `Stores after a crash` {
    private static let old = "the old value"
    private static let new = "another, and somewhat longer, value"

    @Test(arguments: TextStorage.all)
    func `a process that dies at any byte leaves the old value or the new one`(_ storage: TextStorage) async throws {
        try await forEveryCrash(of: storage, "deaths") { disk, hasReturned in
            // After the process is killed, the system still has what it has written.
            let kept = try await storage.read(DiskFiles(driver: disk.copy()))
            #expect(hasReturned ? kept == Self.new : kept == Self.old || kept == Self.new)
            return 1
        }
    }

    @Test(arguments: TextStorage.all)
    func `a power cut at any byte leaves the old value or the new one`(_ storage: TextStorage) async throws {
        try await forEveryCrash(of: storage, "power cuts") { disk, hasReturned in
            let disks = disk.afterPowerCut()
            for disk in disks {
                let kept = try await storage.read(DiskFiles(driver: disk))
                #expect(hasReturned ? kept == Self.new : kept == Self.old || kept == Self.new)
            }
            return disks.count
        }
    }

    @Test(arguments: TextStorage.all)
    func `a first write that a power cut ends leaves nothing or the value`(_ storage: TextStorage) async throws {
        try await forEveryCrash(of: storage, before: nil, "power cuts of a first write") { disk, hasReturned in
            let disks = disk.afterPowerCut()
            for disk in disks {
                let kept = try await storage.read(DiskFiles(driver: disk))
                #expect(hasReturned ? kept == Self.new : kept == nil || kept == Self.new)
            }
            return disks.count
        }
    }

    @Test(arguments: TextStorage.all)
    func `the next write works, and no temporary file remains`(_ storage: TextStorage) async throws {
        try await forEveryCrash(of: storage, "writes after a death") { disk, _ in
            let after = disk.copy()
            try await storage.write("a third", DiskFiles(driver: after))
            #expect(try await storage.read(DiskFiles(driver: after)) == "a third")
            #expect(after.fileNames(in: "/data") == ["kept"])
            return 1
        }
    }

    @Test(arguments: TextStorage.all, [ENOSPC, EIO, EDQUOT])
    func `a call that fails at any byte is reported, and leaves the old value`(
        _ storage: TextStorage, _ number: Int32
    ) async throws {
        let disk = try await prepared(storage, Self.old)
        let last = try await steps(of: storage, on: disk)
        for step in points(upTo: last - 1) {
            let faulty = disk.copy(.failure(at: step, number: number))
            let error = await #expect(throws: StorageError.self) {
                try await storage.write(Self.new, DiskFiles(driver: faulty))
            }
            #expect(error?.code == (number == EIO ? .cannotWrite : .noSpace))
            let kept = try await storage.read(DiskFiles(driver: faulty))
            // The last two calls follow the renaming: closing the file and synchronizing the folder.
            #expect(step < last - 2 ? kept == Self.old : kept == Self.new)
            #expect(faulty.fileNames(in: "/data") == ["kept"])
        }
    }

    // MARK: Support

    private func prepared(_ storage: TextStorage, _ text: String?) async throws -> ModelDisk {
        let disk = ModelDisk()
        if let text { try await storage.write(text, DiskFiles(driver: disk)) }
        return disk.copy()
    }

    /// The number of steps that writing the new value takes.
    private func steps(of storage: TextStorage, on disk: ModelDisk) async throws -> Int {
        let trial = disk.copy()
        try await storage.write(Self.new, DiskFiles(driver: trial))
        #expect(trial.steps > Self.new.utf8.count)
        return trial.steps
    }

    /// Replaces the old value by the new one again and again, and stops before each step, and once after the last one.
    /// Prints the number of disks.
    private func forEveryCrash(
        of storage: TextStorage, before old: String? = old, _ what: String,
        _ check: (_ disk: ModelDisk, _ hasReturned: Bool) async throws -> Int
    ) async throws {
        let disk = try await prepared(storage, old)
        let last = try await steps(of: storage, on: disk)
        var disks = 0
        for step in points(upTo: last) {
            let crashing = disk.copy(.crash(at: step))
            let hasReturned: Bool
            do {
                try await storage.write(Self.new, DiskFiles(driver: crashing))
                hasReturned = true
            } catch {
                hasReturned = false
            }
            #expect(hasReturned == (step == last))
            disks += try await check(crashing, hasReturned)
        }
        print("\(what), \(storage.name): \(last + 1) points, \(disks) disks")
    }
}
