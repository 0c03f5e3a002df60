import SceneTemplates
import Testing

@Suite struct `Writing all files or none` {
    private let files = MemoryFiles(["/p/old.swift": "old", "/p/same.swift": "same"])

    private var plan: FilePlan {
        var plan = FilePlan(root: "/p")
        plan.create("Sources/A/one.swift", "1")
        plan.create("Sources/A/two.swift", "2")
        plan.create("Tests/three.swift", "3")
        plan.edit("old.swift", from: "old", to: "new")
        plan.edit("same.swift", from: "same", to: "other")
        return plan
    }

    @Test func `a plan that succeeds writes exactly its files`() throws {
        try plan.write(to: files)
        #expect(files.text("/p/Sources/A/two.swift") == "2" && files.text("/p/old.swift") == "new")
        #expect(files.contents.count == 5 + 3 + 2, "files, folders, the root and /p: \(files.contents.keys.sorted())")
    }

    @Test(arguments: 0..<8)
    func `a write that fails leaves everything as it was`(writes: Int) throws {
        let before = files.contents
        files.fail(afterWrites: writes)
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: RestoringFiles(files)) }
        #expect(error?.remedy.hasPrefix("Nothing was changed. Check the permissions of /p") == true)
        #expect(error?.problem.hasPrefix("/p/") == true && error?.problem.hasSuffix("..") == false)
        #expect(files.contents == before)
    }

    @Test func `a file that cannot be removed again is named`() {
        files.fail(afterWrites: 3, removalsFail: true)
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: files) }
        #expect(error?.remedy == "This could not be undone: /p/Sources/A/one.swift, /p/Sources/A, /p/Sources.")
    }

    @Test func `a file that is there is not overwritten, and nothing else is written`() {
        files.put("/p/Tests/three.swift", "mine")
        let before = files.contents
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: files) }
        #expect(error?.problem == "Tests/three.swift exists already, and is not overwritten.")
        #expect(files.contents == before)
    }

    @Test(arguments: ["Tests/Three.swift", "Tests/THREE.swift"])
    func `a file that differs in case only is there already`(path: String) {
        files.put("/p/" + path, "mine")
        #expect(throws: GeneratorError.self) { try plan.write(to: files) }
    }

    @Test func `a file that changed since it was read is not touched`() {
        files.put("/p/old.swift", "somebody was faster")
        let before = files.contents
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: files) }
        #expect(error?.problem == "old.swift was changed while the command ran.")
        #expect(files.contents == before)
    }

    @Test func `a read-only file is not touched, and nothing else is written`() {
        files.protect("/p/same.swift")
        let before = files.contents
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: files) }
        #expect(
            error
                == GeneratorError(
                    "same.swift must be changed, and is read-only.", remedy: "Allow it: chmod u+w same.swift."))
        #expect(files.contents == before)
    }

    @Test func `two edits of one file are combined`() throws {
        var plan = FilePlan(root: "/p")
        plan.edit("old.swift", from: "old", to: "new")
        plan.edit("old.swift", from: "old", to: "newer")
        #expect(plan.edits.map(\.before) == ["old"] && plan.edits.map(\.after) == ["newer"])
    }

    @Test func `a file in the place of a folder is named`() {
        files.put("/p/Sources", "a file")
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: files) }
        #expect(error?.problem.contains("/p/Sources is a file") == true)
    }
}

/// A disk that is too full for new text, but accepts the old text again.
private struct RestoringFiles: FileSystem {
    let files: MemoryFiles
    init(_ files: MemoryFiles) { self.files = files }

    func read(_ path: String) throws -> String { try files.read(path) }
    func create(_ path: String, containing text: String) throws { try files.create(path, containing: text) }
    func replace(_ path: String, containing text: String) throws {
        if text == "old" || text == "same" { return files.put(path, text) }
        // This is the last write. It fails after all others have succeeded.
        if text == "other" { throw MemoryFiles.DiskFull() }
        try files.replace(path, containing: text)
    }
    func isWritable(_ path: String) -> Bool { files.isWritable(path) }
    func createDirectory(_ path: String) throws { try files.createDirectory(path) }
    func remove(_ path: String) throws { try files.remove(path) }
    func kind(of path: String) -> FileKind { files.kind(of: path) }
    func names(in directory: String) -> [String] { files.names(in: directory) }
    func resolved(_ path: String) -> String { files.resolved(path) }
}
