import CISWorkers
import Foundation
import TestSupport
import Testing

/// Every store on a disk that stops at every step, one byte at a time.
@Suite struct `Stores after a crash` {
    private static let old = "the old value"
    private static let new = "another, and somewhat longer, value"

    @Test(arguments: Keeper.all)
    func `a process that dies at any byte leaves the old value or the new one`(_ keeper: Keeper) async throws {
        try await forEveryCrash(of: keeper, "deaths") { disk, hasReturned in
            // What a killed process has written, the system still has.
            let kept = try await keeper.read(DiskFiles(driver: disk.copy()))
            #expect(hasReturned ? kept == Self.new : kept == Self.old || kept == Self.new)
            return 1
        }
    }

    @Test(arguments: Keeper.all)
    func `a power cut at any byte leaves the old value or the new one`(_ keeper: Keeper) async throws {
        try await forEveryCrash(of: keeper, "power cuts") { disk, hasReturned in
            let disks = disk.afterPowerCut()
            for remains in disks {
                let kept = try await keeper.read(DiskFiles(driver: remains))
                #expect(hasReturned ? kept == Self.new : kept == Self.old || kept == Self.new)
            }
            return disks.count
        }
    }

    @Test(arguments: Keeper.all)
    func `a first write that a power cut ends leaves nothing or the value`(_ keeper: Keeper) async throws {
        try await forEveryCrash(of: keeper, before: nil, "power cuts of a first write") { disk, hasReturned in
            let disks = disk.afterPowerCut()
            for remains in disks {
                let kept = try await keeper.read(DiskFiles(driver: remains))
                #expect(hasReturned ? kept == Self.new : kept == nil || kept == Self.new)
            }
            return disks.count
        }
    }

    @Test(arguments: Keeper.all)
    func `the next write works, and nothing is left lying about`(_ keeper: Keeper) async throws {
        try await forEveryCrash(of: keeper, "writes after a death") { disk, _ in
            let after = disk.copy()
            try await keeper.write("a third", DiskFiles(driver: after))
            #expect(try await keeper.read(DiskFiles(driver: after)) == "a third")
            #expect(after.fileNames(in: "/data") == ["kept"])
            return 1
        }
    }

    @Test(arguments: Keeper.all, [ENOSPC, EIO, EDQUOT])
    func `a call that fails at any byte is reported, and leaves the old value`(
        _ keeper: Keeper, _ number: Int32
    ) async throws {
        let disk = try await prepared(keeper, Self.old)
        let last = try await steps(of: keeper, on: disk)
        for step in points(upTo: last - 1) {
            let faulty = disk.copy(.failure(at: step, number: number))
            let error = await #expect(throws: StorageError.self) {
                try await keeper.write(Self.new, DiskFiles(driver: faulty))
            }
            #expect(error?.code == (number == EIO ? .cannotWrite : .noSpace))
            let kept = try await keeper.read(DiskFiles(driver: faulty))
            // The last two calls come after the name has changed: closing, and synchronising the folder.
            #expect(step < last - 2 ? kept == Self.old : kept == Self.new)
            #expect(faulty.fileNames(in: "/data") == ["kept"])
        }
    }

    // MARK: Support

    private func prepared(_ keeper: Keeper, _ text: String?) async throws -> ModelDisk {
        let disk = ModelDisk()
        if let text { try await keeper.write(text, DiskFiles(driver: disk)) }
        return disk.copy()
    }

    /// How many steps writing the new value takes.
    private func steps(of keeper: Keeper, on disk: ModelDisk) async throws -> Int {
        let trial = disk.copy()
        try await keeper.write(Self.new, DiskFiles(driver: trial))
        #expect(trial.steps > Self.new.utf8.count)
        return trial.steps
    }

    /// Writes the new value over the old one again and again, and stops before each step, and once at the end. Prints
    /// how many disks were looked at.
    private func forEveryCrash(
        of keeper: Keeper, before old: String? = old, _ what: String,
        _ check: (_ disk: ModelDisk, _ hasReturned: Bool) async throws -> Int
    ) async throws {
        let disk = try await prepared(keeper, old)
        let last = try await steps(of: keeper, on: disk)
        var disks = 0
        for step in points(upTo: last) {
            let crashing = disk.copy(.crash(at: step))
            let hasReturned: Bool
            do {
                try await keeper.write(Self.new, DiskFiles(driver: crashing))
                hasReturned = true
            } catch {
                hasReturned = false
            }
            #expect(hasReturned == (step == last))
            disks += try await check(crashing, hasReturned)
        }
        print("\(what), \(keeper.name): \(last + 1) points, \(disks) disks")
    }
}
