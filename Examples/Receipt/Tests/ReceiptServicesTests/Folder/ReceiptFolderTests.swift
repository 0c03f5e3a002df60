import Foundation
import ReceiptServices
import Testing

/// A file appears complete or not at all, and nothing is left behind.
struct ReceiptFolderTests {
    private let folder: TemporaryFolder
    private let makeUUID: @Sendable () -> String = { UUID().uuidString }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(_ fileSystem: any FileSystem = POSIXFileSystem()) -> ReceiptFolder {
        ReceiptFolder(folder("store"), fileSystem: fileSystem, makeUUID: makeUUID)
    }

    @Test func `a store that is only opened makes nothing`() throws {
        _ = store()
        #expect(!FileManager.default.fileExists(atPath: folder("store")))
    }

    @Test func `the folders are made when they are needed, those above too`() throws {
        let store = ReceiptFolder(folder("a/b/store"), makeUUID: makeUUID)
        let path = try store.write([1, 2], as: "x.jpg", in: .objects)
        #expect(path == folder("a/b/store/objects/x.jpg"))
        #expect(try folder.files() == ["a/b/store/objects/x.jpg": [1, 2]])
    }

    @Test func `a file of the same name is replaced`() throws {
        let store = store()
        try store.write([1, 2, 3], as: "x", in: .quotations)
        try store.write([4], as: "x", in: .quotations)
        #expect(try folder.files() == ["store/quotations/x": [4]])
    }

    @Test func `after a crash at any step the old or the new file is there, never a part of one`() throws {
        let old: [UInt8] = [1, 1, 1, 1]
        let new: [UInt8] = [2, 2, 2, 2, 2, 2]
        var outcomes: Set<[UInt8]> = []
        for step in 0..<100 {
            let path = "step-\(step)"
            try ReceiptFolder(folder(path), makeUUID: makeUUID).write(old, as: "x", in: .objects)
            let fileSystem = CrashingFileSystem(after: step)
            _ = try? ReceiptFolder(folder(path), fileSystem: fileSystem, makeUUID: makeUUID)
                .write(new, as: "x", in: .objects)
            let content = try #require(try folder.files(in: path)["objects/x"])
            #expect(content == old || content == new)
            outcomes.insert(content)

            _ = ReceiptFolder(folder(path), makeUUID: makeUUID)  // the next start
            #expect(try folder.files(in: path).keys.sorted() == ["objects/x"])
            if !fileSystem.hasCrashed { break }
        }
        #expect(outcomes == [old, new])
    }

    @Test func `a first write that crashes leaves no file under its name`() throws {
        let fileSystem = CrashingFileSystem(after: 2)  // both folders are made; writing the file crashes
        let error = #expect(throws: StoreError.self) { try store(fileSystem).write([1, 2], as: "x", in: .objects) }
        #expect(error != nil && fileSystem.hasCrashed)
        let left = try folder.files(in: "store/objects")
        #expect(left.count == 1 && left.keys.allSatisfy { $0.hasPrefix(".tmp-") })
    }

    @Test func `leftovers are removed at the next start, other files are kept`() throws {
        try store().write([1], as: "kept", in: .objects)
        for part in ReceiptFolder.Part.allCases {
            let path = folder("store/\(part.rawValue)")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            _ = try folder.write([9], as: "store/\(part.rawValue)/.tmp-left")
        }
        _ = store()
        #expect(try folder.files(in: "store") == ["objects/kept": [1]])
    }

    @Test func `what another process is writing is not taken for a leftover`() throws {
        let other = store()
        try other.write([1], as: "kept", in: .objects)
        _ = try folder.write([9], as: "store/objects/.tmp-being-written")
        try store().write([2], as: "mine", in: .objects)
        #expect(try folder.files(in: "store/objects").keys.contains(".tmp-being-written"))
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [ENOSPC, EACCES, EROFS, EIO])
    func `a write that fails leaves the old file and no leftover`(code: Int32) throws {
        try store().write([1], as: "x", in: .objects)
        let failing = store(FailingFileSystem(text: "objects", code: code))
        #expect(throws: StoreError.self) { try failing.write([2, 2], as: "x", in: .objects) }
        #expect(try folder.files(in: "store") == ["objects/x": [1]])
    }

    @Test func `a full disk is told with the name of the file and the remedy`() throws {
        let error = #expect(throws: StoreError.self) {
            try store(FailingFileSystem(text: "objects", code: ENOSPC)).write([2], as: "x", in: .objects)
        }
        let path = folder("store/objects/x")
        let remedy = "Free some space or choose another store folder (--store), and try again."
        #expect(error?.description == "Cannot write “\(path)”: No space left on device. \(remedy)")
    }

    @Test(arguments: ["store", "store/objects", "store/objects/x"])
    func `a path that is taken by something else is told with its name`(taken: String) throws {
        let isFile = taken != "store/objects/x"
        let parent = folder(taken).split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "/\(parent)", withIntermediateDirectories: true)
        if isFile {
            _ = try folder.write([1], as: taken)
        } else {
            try FileManager.default.createDirectory(atPath: folder(taken), withIntermediateDirectories: true)
        }
        let error = #expect(throws: StoreError.self) { try store().write([2], as: "x", in: .objects) }
        #expect(error?.description.contains("“\(folder(taken))”") == true)
        #expect(error?.description.contains("--store") == true)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/version"), "needs /proc"))
    func `a place where no folder can be made is told with its name`() throws {
        let store = ReceiptFolder("/proc/receipt-store", makeUUID: makeUUID)
        let error = #expect(throws: StoreError.self) { try store.write([2], as: "x", in: .objects) }
        #expect(error?.description.hasPrefix("Cannot make the folder “/proc/receipt-store”: ") == true)
    }
}
