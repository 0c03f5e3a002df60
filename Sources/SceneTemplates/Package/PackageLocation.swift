/// The options for the place of the package. The plugin sets them; without the plugin, only `--package-path` is needed.
struct PackageLocation {
    var root: String
    var targets: [PackageTarget]
    /// The place of the library: a path, or a URL with `@version` or `#revision`.
    var library: String
    /// The remaining arguments.
    var arguments: [String]

    init(_ arguments: [String], in environment: ToolEnvironment) throws {
        var reader = ArgumentReader(arguments, verb: arguments.first ?? "")
        // The plugin's value comes first, so the user's wins.
        let path = try reader.values("--package-path", "FOLDER").last ?? environment.workingDirectory
        root = path.hasPrefix("/") ? path : environment.workingDirectory + "/" + path
        library = try reader.values("--plugin-library", "PATH").last ?? environment.libraryDirectory
        targets = try reader.values("--layout", "KIND:NAME:PATH").map { text in
            let fields = text.split(separator: ":", maxSplits: 2).map(String.init)
            guard fields.count == 3, let kind = PackageTarget.Kind(rawValue: fields[0]) else {
                throw GeneratorError("--layout \(text) is not KIND:NAME:PATH.", remedy: "The plugin fills it in.")
            }
            return PackageTarget(kind: kind, name: fields[1], path: fields[2])
        }
        self.arguments = reader.rest
    }

    /// Returns the package at this place.
    func layout(_ environment: ToolEnvironment) throws -> PackageLayout {
        let files = environment.files
        try require(
            files.kind(of: root) == .directory, "There is no folder \(root).",
            remedy: "Set the folder of the package with --package-path.")
        try require(
            files.kind(of: root + "/Package.swift") == .file,
            "There is no package in \(root): it has no Package.swift.",
            remedy:
                "Change to the package's folder, set it with --package-path, or create a package with --package.")
        return PackageLayout(root: root, targets: targets, library: library, files: files)
    }
}
