/// The options that say where the package is. The plugin fills them in; by hand only `--package-path` is needed.
struct PackageLocation {
    var root: String
    var targets: [PackageTarget]
    var library: String?
    /// What is left of the arguments.
    var arguments: [String]

    init(_ arguments: [String], in environment: ToolEnvironment) throws {
        var rest: [String] = []
        var values: [String: [String]] = [:]
        var index = 0
        let names = ["--package-path", "--layout", "--plugin-library"]
        while index < arguments.count {
            let parts = arguments[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            guard names.contains(parts[0]) else {
                rest.append(arguments[index])
                index += 1
                continue
            }
            if parts.count == 1 { index += 1 }
            guard let value = parts.count == 2 ? parts[1] : arguments.dropFirst(index).first, !value.isEmpty else {
                throw GeneratorError("\(parts[0]) needs a value.", remedy: "Write \(parts[0]) FOLDER.")
            }
            values[parts[0], default: []].append(value)
            index += 1
        }
        self.arguments = rest
        root = values["--package-path"]?.last ?? environment.workingDirectory
        if !root.hasPrefix("/") { root = environment.workingDirectory + "/" + root }
        library = values["--plugin-library"]?.last
        targets = try (values["--layout"] ?? []).map { text in
            let fields = text.split(separator: ":", maxSplits: 2).map(String.init)
            guard fields.count == 3, let kind = PackageTarget.Kind(rawValue: fields[0]) else {
                throw GeneratorError("--layout \(text) is not KIND:NAME:PATH.", remedy: "The plugin fills it in.")
            }
            return PackageTarget(kind: kind, name: fields[1], path: fields[2])
        }
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
