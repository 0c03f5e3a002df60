/// The options that say where the package is. The plugin fills them in; by hand only `--package-path` is needed.
struct PackageLocation {
    var root: String
    var targets: [PackageTarget]
    var library: String?
    /// What is left of the arguments.
    var arguments: [String]

    init(_ arguments: [String], in environment: ToolEnvironment) throws {
        var reader = ArgumentReader(arguments, verb: arguments.first ?? "")
        // The plugin's come first, so the user's count.
        let path = try reader.values("--package-path", "FOLDER").last ?? environment.workingDirectory
        root = path.hasPrefix("/") ? path : environment.workingDirectory + "/" + path
        library = try reader.values("--plugin-library", "PATH").last
        targets = try reader.values("--layout", "KIND:NAME:PATH").map { text in
            let fields = text.split(separator: ":", maxSplits: 2).map(String.init)
            guard fields.count == 3, let kind = PackageTarget.Kind(rawValue: fields[0]) else {
                throw GeneratorError("--layout \(text) is not KIND:NAME:PATH.", remedy: "The plugin fills it in.")
            }
            return PackageTarget(kind: kind, name: fields[1], path: fields[2])
        }
        self.arguments = reader.rest
    }

    /// The package there; it has a manifest.
    func layout(_ environment: ToolEnvironment) throws -> PackageLayout {
        let files = environment.files
        guard files.kind(of: root) == .directory else {
            throw GeneratorError("There is no folder \(root).", remedy: "Name the package's with --package-path.")
        }
        guard files.kind(of: root + "/Package.swift") == .file else {
            throw GeneratorError(
                "There is no package in \(root): it has no Package.swift.",
                remedy: "Go to the package's folder, name it with --package-path, or make a package with --package.")
        }
        return PackageLayout(
            root: root, targets: targets, library: library ?? environment.libraryDirectory, files: files)
    }
}
