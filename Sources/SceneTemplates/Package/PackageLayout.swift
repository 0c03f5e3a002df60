/// The package that contains a scene, or will contain it: its folder and its targets.
struct PackageLayout {
    /// The absolute path, with links resolved.
    let root: String
    let targets: [PackageTarget]
    /// The name of the library's package in the manifest's products.
    let library: String

    /// - Parameters:
    ///   - root: The folder of the manifest.
    ///   - targets: The targets that SwiftPM reports. Targets without files, which it leaves out, are added from
    ///       the manifest. If the list is empty, the folders in `Sources` and `Tests` are the targets.
    ///   - library: The place of the library: a path or a URL.
    init(root: String, targets: [PackageTarget], library: String, files: any FileSystem) {
        let home = files.resolved(root)
        self.root = home
        self.library = LibraryReference.name(of: library, in: home, files)
        let folders = Self.placed(Self.guess(home, files), home, files)
        let known = Self.placed(targets, home, files)
        self.targets = known.isEmpty ? folders : known + Self.empty(folders, besides: known, home, files)
    }

    /// Creates the layout of a package that does not exist yet.
    ///
    /// - Parameters:
    ///   - folder: The folder that will contain the package: absolute, with links resolved.
    ///   - targets: The targets, with paths relative to that folder.
    init(newIn folder: String, targets: [PackageTarget]) {
        root = folder
        self.targets = targets
        library = "swift-cis"
    }

    /// Returns the targets with paths relative to the root, with links resolved.
    private static func placed(_ targets: [PackageTarget], _ root: String, _ files: any FileSystem) -> [PackageTarget] {
        targets.map { target in
            let path = files.resolved(target.path.hasPrefix("/") ? target.path : root + "/" + target.path)
            // A path outside of the root stays as it is, and the check of the plan rejects it.
            let inside = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
            return PackageTarget(kind: target.kind, name: target.name, path: inside)
        }
    }

    /// Returns the targets that the manifest names but SwiftPM leaves out, because they have no file.
    private static func empty(
        _ folders: [PackageTarget], besides known: [PackageTarget], _ root: String, _ files: any FileSystem
    ) -> [PackageTarget] {
        let manifest = (try? files.read(root + "/Package.swift")) ?? ""
        return folders.filter { folder in
            let isClaimed = known.contains { target in
                target.name == folder.name || (target.path + "/").hasPrefix(folder.path + "/")
                    || (folder.path + "/").hasPrefix(target.path + "/")
            }
            let names = files.names(in: root + "/" + folder.path).filter { !$0.hasPrefix(".") }
            return !isClaimed && manifest.contains("\"\(folder.name)\"") && names.isEmpty
        }
    }

    private static func guess(_ root: String, _ files: any FileSystem) -> [PackageTarget] {
        [("Sources", PackageTarget.Kind.source), ("Tests", .test)].flatMap { folder, kind in
            files.names(in: root + "/" + folder).compactMap { name in
                let path = "\(root)/\(folder)/\(name)"
                guard files.kind(of: path) == .directory, !name.hasPrefix(".") else { return nil }
                let isProgram = kind == .source && files.kind(of: path + "/main.swift") == .file
                return PackageTarget(kind: isProgram ? .executable : kind, name: name, path: "\(folder)/\(name)")
            }
        }
    }

    /// Returns the target for a scene.
    ///
    /// - Parameter name: The name of the target. Nil if the package has only one that is possible.
    /// - Throws: ``GeneratorError`` with a list of the targets.
    func sceneTarget(_ name: String?) throws -> PackageTarget {
        let candidates = targets.filter { $0.kind == .source }
        let list = candidates.map(\.name).joined(separator: ", ")
        if let name {
            if let target = targets.first(where: { $0.name == name && $0.kind != .test }) { return target }
            throw GeneratorError(
                "There is no target '\(name)' in \(root).",
                remedy: list.isEmpty
                    ? "Add .target(name: \"\(name)\", …) to Package.swift, and the folder Sources/\(name)."
                    : "Its targets are: \(list).")
        }
        let target = try require(
            candidates.first, "The package in \(root) has no target for a scene.",
            remedy: "Add a .target(…) to Package.swift, create its folder, or create a package with --package.")
        try require(
            candidates.count == 1, "The package has several targets.", remedy: "Choose one with --target: \(list).")
        return target
    }

    /// Returns a product of the library, as it must be written in the manifest.
    func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \"\(library)\")" }

    /// Returns the test target of a target. By convention it has the same name and `Tests`.
    func testTarget(of target: PackageTarget) throws -> PackageTarget {
        let name = target.name + "Tests"
        if let found = targets.first(where: { $0.name == name && $0.kind == .test }) { return found }
        throw GeneratorError(
            "There is no test target '\(name)'.",
            remedy: "Add it to Package.swift, and create the folder Tests/\(name), or write --tests none:\n"
                + "    .testTarget(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                + "\(product("CIS")), \(product("CISTesting"))])")
    }

    /// Returns the target of a front end.
    ///
    /// - Parameter suffix: The suffix of the target's name after the name of the scene's target.
    func frontEndTarget(_ name: String?, of target: PackageTarget, suffix: String) throws -> PackageTarget {
        // A generated package has MoviesTerminal beside MoviesScenes.
        let stem = target.name.hasSuffix("Scenes") ? String(target.name.dropLast(6)) : target.name
        let names = name.map { [$0] } ?? [target.name + suffix, stem + suffix]
        let candidates = targets.filter { $0.kind != .test }
        guard let found = names.lazy.compactMap({ name in candidates.first { $0.name == name } }).first else {
            let name = names[0]
            let others = candidates.map(\.name).filter { $0 != target.name }.joined(separator: ", ")
            throw GeneratorError(
                "There is no target '\(name)' for the front end.",
                remedy: "Name one with --front-end-target\(others.isEmpty ? "" : " (there are: \(others))"), "
                    + "or add it to Package.swift, and create the folder Sources/\(name):\n"
                    + "    .target(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                    + "\(product("CIS"))])")
        }
        try require(
            found.name != target.name,
            "'\(found.name)' is the target of the scene, and a scene does not know its front end.",
            remedy: "Set another target with --front-end-target.")
        return found
    }
}
