import CISWorkers
import Foundation
import TestSupport
import Testing

/// The owner and the group of a file that is replaced. Only root can give files away.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user")) struct `Owners of files` {
    /// Creates a file of another user and another group, with permissions of its own.
    private static func file(in folder: TemporaryFolder, owner: uid_t = 1_234) throws -> URL {
        try DiskFiles().replace(folder("a"), with: Data([1]))
        #expect(chown(folder("a").path, owner, 5_678) == 0)
        #expect(chmod(folder("a").path, 0o2660) == 0)
        return folder("a")
    }

    private static func status(_ file: URL) -> [UInt32] {
        var found = stat()
        return lstat(file.path, &found) == 0 ? [found.st_uid, found.st_gid, UInt32(found.st_mode & 0o7777)] : []
    }

    @Test func `a file that root replaces keeps its owner, its group and its permissions`() async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        try DiskFiles().replace(file, with: Data([2]))
        #expect(Self.status(file) == [1_234, 5_678, 0o2660])
        try DiskFiles().replace(file, with: Data(), access: .ownerOnly, durability: .buffered)
        #expect(Self.status(file) == [0, getegid(), 0o600], "a file for the owner of this process")
    }

    /// Runs in a process of its own, which gives up its rights.
    @Test func `a file that another user replaces keeps its group, if that user is in it`() async {
        await #expect(processExitsWith: .success) {
            for owner in [1_234, 65_534] as [uid_t] {
                let folder = try TemporaryFolder()
                let file = try `Owners of files`.file(in: folder, owner: owner)
                #expect(chmod(folder.url.path, 0o777) == 0 && chmod(file.path, 0o6664) == 0)
                #expect(setgroups(1, [5_678]) == 0 && setegid(65_534) == 0 && seteuid(65_534) == 0)
                // Without bytes, because the system removes the bits that change the user when some are written.
                try DiskFiles().replace(file, with: Data())
                #expect(`Owners of files`.status(file) == [65_534, 5_678, owner == 65_534 ? 0o6664 : 0o2664])
                #expect(seteuid(0) == 0 && setgroups(0, []) == 0 && seteuid(65_534) == 0)
                try DiskFiles().replace(file, with: Data())
                let mode: UInt32 = owner == 65_534 ? 0o4644 : 0o644
                #expect(`Owners of files`.status(file) == [65_534, 65_534, mode], "no longer in the group")
                #expect(seteuid(0) == 0 && setegid(0) == 0)
            }
        }
    }

    #if os(Linux)
    @Test func `a response that is saved keeps the owner and the group of the file that it replaces`() async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        let server = try LoopbackServer(.status(200, body: "new"))
        let client = client(server.url, over: CurlTransport().saving(to: file))
        try await client.send(Endpoint(.get, "x", decoder: .none))
        #expect(Self.status(file) == [1_234, 5_678, 0o2660])
        #expect(try Data(contentsOf: file) == Data("new".utf8))
    }
    #endif
}

@Test func `a process that may give files away, but may not change those of others, replaces one`() throws {
    let disk = ModelDisk()
    let old = try disk.create("/a", mode: 0o640)
    #expect(disk.setOwner(1_234, nil, of: old))
    try disk.close(old)
    try DiskFiles(driver: disk).replace(URL(filePath: "/a"), with: Data([2]))
    let found = try disk.status("/a")
    #expect(found?.owner == 1_234 && found?.mode == 0o640 && found?.size == 1)
}
