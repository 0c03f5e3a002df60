import Foundation
import SceneTemplates
import Testing

/// These tests use the disk, because they need real links.
@Suite final class `Staying inside the package` {
    private let root = FileManager.default.temporaryDirectory.appending(path: "scene-templates-\(UUID().uuidString)")
    private var package: String { root.appending(path: "package").path }

    init() throws {
        for folder in ["package/Sources", "outside"] {
            try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ path: String) throws {
        var plan = FilePlan(root: package)
        plan.create("fine.swift", "")
        plan.create(path, "text")
        try plan.write(to: DiskFiles())
    }

    private var everything: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()) ?? []
    }

    @Test(arguments: [
        "../outside/x.swift", "Sources/../../outside/x.swift", "/tmp/x.swift", "./x.swift", "a//b.swift", "",
    ])
    func `a path that leads out is refused`(path: String) {
        let before = everything
        let error = #expect(throws: GeneratorError.self) { try write(path) }
        #expect(error?.problem.contains("leads out of the package") == true)
        #expect(everything == before)
    }

    @Test func `a link that leads out is refused`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: package + "/Sources/Linked", withDestinationPath: root.appending(path: "outside").path)
        let before = everything
        let error = #expect(throws: GeneratorError.self) { try write("Sources/Linked/x.swift") }
        #expect(error?.problem == "Sources/Linked/x.swift leads out of the package, where nothing is written.")
        #expect(everything == before)
    }

    @Test func `a link that leads nowhere is refused`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: package + "/x.swift", withDestinationPath: root.appending(path: "outside/new.swift").path)
        #expect(throws: GeneratorError.self) { try write("x.swift") }
        #expect(!FileManager.default.fileExists(atPath: root.appending(path: "outside/new.swift").path))
    }

    @Test func `a link that stays inside is followed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: package + "/Linked", withDestinationPath: package + "/Sources")
        try write("Linked/x.swift")
        #expect(FileManager.default.fileExists(atPath: package + "/Sources/x.swift"))
    }

    @Test func `if the disk refuses one file, none is written`() throws {
        try FileManager.default.createDirectory(atPath: package + "/Locked", withIntermediateDirectories: false)
        // A name that is too long is refused for every user, including the superuser.
        var plan = FilePlan(root: package)
        plan.create("Sources/New/x.swift", "text")
        plan.create("Locked/" + String(repeating: "long", count: 100) + ".swift", "text")
        let before = everything
        let error = #expect(throws: GeneratorError.self) { try plan.write(to: DiskFiles()) }
        #expect(error?.problem == "\(package)/\(plan.creations[1].path) cannot be written: File name too long.")
        #expect(error?.remedy.hasPrefix("Nothing was changed. Check the permissions of \(package)/Locked ") == true)
        #expect(everything == before)
    }

    @Test func `a file without write permission is read-only, even for the super user`() throws {
        let path = package + "/kept.swift"
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(DiskFiles().isWritable(path))
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        #expect(!DiskFiles().isWritable(path))
    }

    @Test func `a file behind a link is edited, and the link stays`() throws {
        let (path, link) = (package + "/real.swift", package + "/link.swift")
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try DiskFiles().replace(link, containing: "new")
        #expect(try DiskFiles().read(path) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    }

    @Test func `an existing file is not replaced by one of the same name`() throws {
        let path = package + "/mine.swift"
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try DiskFiles().create(path, containing: "other") }
        #expect(try DiskFiles().read(path) == "mine")
    }
}
