import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Files on disk` {
    private let files = DiskFiles()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `written bytes are read, and replaced`() throws {
        let file = folder("a")
        #expect(try files.read(file) == nil)
        try files.replace(file, with: Data("one".utf8))
        #expect(try files.read(file) == Data("one".utf8))
        try files.replace(file, with: Data())
        #expect(try files.read(file) == Data())
        #expect(try files.remove(file))
        #expect(try files.remove(file) == false)
        #expect(try files.read(file) == nil)
    }

    @Test func `missing folders are created`() throws {
        let file = folder("one/two/three/a")
        try files.replace(file, with: Data([1]), access: .ownerOnly, durability: .buffered)
        #expect(try files.read(file) == Data([1]))
        #expect(mode(folder("one/two")) == 0o700)
    }

    @Test(arguments: [
        "영수증 1", "caf\u{E9}", "cafe\u{301}", "100%", "a+b c", "%20", "-", String(repeating: "n", count: 255),
    ])
    func `any name that the system allows can be used`(_ name: String) throws {
        try files.replace(folder(name), with: Data([1]))
        #expect(try files.read(folder(name)) == Data([1]))
        #expect(try names() == [name])
    }

    @Test func `a private file is created private, other files keep their permissions`() throws {
        try files.replace(folder("mine"), with: Data(), access: .ownerOnly, durability: .buffered)
        #expect(mode(folder("mine")) == 0o600)
        #expect(try files.info(folder("mine"))?.isOwnerOnly == true)
        try files.replace(folder("mine"), with: Data([1]))
        #expect(mode(folder("mine")) == 0o600)
        try files.replace(folder("ours"), with: Data())
        #expect(try files.info(folder("ours"))?.isOwnerOnly == false)
        try files.replace(folder("ours"), with: Data(), access: .ownerOnly, durability: .buffered)
        #expect(mode(folder("ours")) == 0o600)
    }

    @Test func `a private file is never accessible to others, not even briefly`() throws {
        let disk = ModelDisk()
        try DiskFiles(driver: disk).replace(
            URL(filePath: "/a/b"), with: Data([1]), access: .ownerOnly, durability: .synced)
        #expect(disk.content.withLock { $0.files.map(\.mode) } == [0o600])
    }

    @Test func `the file of a killed writer is removed by the next, and not listed before`() throws {
        try Data("half".utf8).write(to: folder(".a.partial"))
        try files.replace(folder("b"), with: Data())
        #expect(try files.list(folder.url).map(\.file.lastPathComponent) == ["b"])
        try files.replace(folder("a"), with: Data("whole".utf8))
        #expect(try files.read(folder("a")) == Data("whole".utf8))
        #expect(try names() == ["a", "b"])
    }

    @Test func `temporary files are removed, except that of a running writer`() throws {
        let driver = SystemFileDriver()
        let living = folder(".living.partial")
        let descriptor = try driver.create(living.path, mode: 0o600)
        try Data().write(to: folder(".dead.partial"))
        try files.removeLeftovers(in: folder.url)
        #expect(try names() == [".living.partial"])
        // The file is unlocked explicitly: another test may be starting a process, which has a copy of the descriptor
        // for a moment.
        #expect(flock(descriptor, LOCK_UN) == 0)
        try driver.close(descriptor)
        try files.removeLeftovers(in: folder.url)
        #expect(try names() == [])
    }

    @Test(arguments: [true, false])
    func `a folder or a pipe in the place of the temporary file stays, and the file is written`(isFolder: Bool) throws {
        let place = folder(".a.partial").path
        #expect((isFolder ? mkdir(place, 0o700) : mkfifo(place, 0o600)) == 0)
        for text in ["one", "two"] { try files.replace(folder("a"), with: Data(text.utf8)) }
        try files.removeLeftovers(in: folder.url)
        #expect(try files.read(folder("a")) == Data("two".utf8))
        #expect(try names() == [".a.partial", "a"])
    }

    @Test(arguments: [0o600, 0o640, 0o666, 0o604, 0o755])
    func `a file keeps its permissions, whatever the umask is`(_ mode: Int) throws {
        try files.replace(folder("a"), with: Data([1]))
        #expect(chmod(folder("a").path, mode_t(mode)) == 0)
        try files.replace(folder("a"), with: Data([2]))
        #expect(self.mode(folder("a")) == mode)
        #expect(try files.replace(folder("a"), ifStill: Data([2]), with: Data([3]), access: nil, durability: .buffered))
        #expect(self.mode(folder("a")) == mode)
    }

    /// A temporary file of another user, who may still be writing it, can be neither opened nor removed. Runs in a process of
    /// its own, which gives up its rights.
    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `a temporary file that another user has left does not prevent writing`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let files = DiskFiles()
            try Data("half".utf8).write(to: folder(".a.partial"))
            #expect(chmod(folder(".a.partial").path, 0o600) == 0)
            try files.replace(folder("a"), with: Data("old".utf8))
            try Data("half".utf8).write(to: folder(".a.partial"))
            #expect(chmod(folder(".a.partial").path, 0o600) == 0)
            #expect(chmod(folder.url.path, 0o777) == 0)
            #expect(setegid(65_534) == 0 && seteuid(65_534) == 0)
            try files.replace(folder("a"), with: Data("new".utf8))
            #expect(try files.read(folder("a")) == Data("new".utf8))
            #expect(
                try files.replace(
                    folder("a"), ifStill: Data("new".utf8), with: Data(), access: nil, durability: .synced))
            try files.removeLeftovers(in: folder.url)
            #expect(try files.list(folder.url).map(\.file.lastPathComponent) == ["a"])
            #expect(seteuid(0) == 0)
        }
    }

    @Test func `moving a file replaces another`() throws {
        try files.replace(folder("a"), with: Data([1]))
        try files.replace(folder("b"), with: Data([2]))
        try files.move(folder("a"), to: folder("b"))
        try files.move(folder("missing"), to: folder("b"))
        #expect(try names() == ["b"])
        #expect(try files.read(folder("b")) == Data([1]))
    }

    @Test func `appending creates a file, and continues at its end`() throws {
        try files.append(Data([1]), to: folder("x/a"), access: .ownerOnly)
        try files.append(Data([2, 3]), to: folder("x/a"), access: .standard)
        #expect(try files.read(folder("x/a")) == Data([1, 2, 3]))
        #expect(try files.info(folder("x/a"))?.size == 3)
        #expect(mode(folder("x/a")) == 0o600)
    }

    @Test(arguments: [URL(string: "https://example.com/a"), URL(string: "file:///a%00b"), URL(string: "data:,a")])
    func `a URL that is not a file URL is an error`(_ url: URL?) throws {
        let url = try #require(url)
        #expect(throws: StorageError.self) { try files.read(url) }
        let error = #expect(throws: StorageError.self) { try files.replace(url, with: Data()) }
        #expect(error?.code == .unusablePath)
        #expect(error?.description.contains("Use URL(filePath:)") == true)
    }

    @Test func `a folder is not a file, and the error names it`() throws {
        try files.replace(folder("sub/a"), with: Data())
        let reading = #expect(throws: StorageError.self) { try files.read(folder("sub")) }
        #expect(reading?.code == .cannotRead)
        let writing = #expect(throws: StorageError.self) { try files.replace(folder("sub"), with: Data()) }
        #expect(writing?.code == .cannotWrite)
        #expect(writing?.description.contains(folder("sub").path) == true)
        let below = #expect(throws: StorageError.self) { try files.replace(folder("sub/a/b"), with: Data()) }
        #expect(below?.code == .cannotWrite)
        #expect(try names() == ["sub"])
        #expect(try files.info(folder("sub")) == nil)
    }

    #if os(Linux)
    @Test func `a full disk has its own error`() {
        let error = #expect(throws: StorageError.self) {
            try files.append(Data([1]), to: URL(filePath: "/dev/full"), access: .standard)
        }
        #expect(error?.code == .noSpace)
        #expect(error?.description.contains("Free some space") == true)
    }
    #endif

    @Test(arguments: [EACCES, EPERM, EROFS])
    func `missing permissions have their own error`(_ number: Int32) {
        let files = DiskFiles(driver: ModelDisk().copy(.failure(at: 2, number: number)))
        let error = #expect(throws: StorageError.self) { try files.replace(URL(filePath: "/a/b"), with: Data([1])) }
        #expect(error?.code == .notPermitted)
    }

    @Test func `a hundred writers and readers of one file never see a part of it`() async throws {
        let file = folder("shared")
        let files = files
        try files.replace(file, with: Self.text(0))
        let seen = await onThreads(200) { thread -> Bool in
            if thread.isMultiple(of: 2) {
                return (try? files.replace(file, with: Self.text(thread), access: nil, durability: .buffered)) != nil
            }
            guard let text = try? files.read(file), let first = text.first else { return false }
            return text == Self.text(Int(first))
        }
        #expect(seen.allSatisfy { $0 })
        #expect(try names() == ["shared"])
    }

    // MARK: Support

    /// Bytes whose completeness can be checked.
    private static func text(_ number: Int) -> Data {
        Data(repeating: UInt8(truncatingIfNeeded: number), count: 10_000 + Int(UInt8(truncatingIfNeeded: number)))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func mode(_ file: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}
