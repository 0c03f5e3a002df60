import SceneTemplates
import Synchronization

/// A package in memory, in which commands can be run.
struct Sandbox {
    /// The result of a command.
    struct Answer {
        let code: Int32
        let output: [String]
        let errors: [String]
    }

    let files: MemoryFiles

    static let manifest = "// names \"CIS\" and \"CISTesting\""

    /// - Parameter texts: Further files, besides the manifest and the folders of one target and its tests. The paths
    ///   are relative to the package.
    init(
        _ texts: [String: String] = [:], folders: [String] = ["Sources/App", "Tests/AppTests"],
        links: [String: String] = [:]
    ) {
        var all = ["/home/package/Package.swift": Self.manifest]
        for (path, text) in texts { all["/home/package/" + path] = text }
        files = MemoryFiles(
            all, folders: folders.map { "/home/package/" + $0 } + ["/home/swift-cis"], links: links)
    }

    /// - Parameter disk: A file system to use instead of the files in memory.
    func run(_ arguments: String..., in folder: String = "/home/package", on disk: (any FileSystem)? = nil) -> Answer {
        run(arguments, in: folder, on: disk)
    }

    func run(_ arguments: [String], in folder: String = "/home/package", on disk: (any FileSystem)? = nil) -> Answer {
        let output = Output()
        let environment = ToolEnvironment(
            workingDirectory: folder, homeDirectory: "/home", libraryDirectory: "/home/swift-cis", files: disk ?? files,
            write: { output.add($0, isError: false) }, writeError: { output.add($0, isError: true) })
        let code = SceneGenerator.run(arguments, in: environment)
        return Answer(code: code, output: output.lines(errors: false), errors: output.lines(errors: true))
    }

    /// The text of a file at a path relative to the package.
    subscript(_ path: String) -> String { files.text("/home/package/" + path) ?? "" }

    /// The files below a folder of the package, relative to it.
    func paths(_ folder: String) -> [String] {
        let prefix = "/home/package/" + folder + "/"
        return files.contents.keys.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("/") }.map {
            String($0.dropFirst(prefix.count))
        }
        .sorted()
    }
}

private final class Output: Sendable {
    private let text = Mutex<[(String, Bool)]>([])

    func add(_ line: String, isError: Bool) { text.withLock { $0.append((line, isError)) } }

    func lines(errors: Bool) -> [String] {
        text.withLock { $0.filter { $0.1 == errors }.map(\.0) }
    }
}
