/// The package that a scene is written into: its folder and its targets.
package struct PackageLayout: Sendable, Equatable {
    /// Absolute, links resolved.
    package let root: String
    package let targets: [PackageTarget]
    /// The name by which the manifest's products name the library.
    let library: String

    /// - Parameters:
    ///   - root: The folder of the manifest.
    ///   - targets: As SwiftPM has them, without those that have no file yet: these are looked for in the manifest's text.
    ///     Empty: the folders in `Sources` and `Tests` are taken for the targets.
    ///   - library: Where the package has the library from: a path, or a URL.
    package init(root: String, targets: [PackageTarget], library: String, files: any FileSystem) {
        let home = files.resolved(root)
        self.root = home
        self.library = LibraryReference.name(of: library, in: home, files)
        let folders = Self.placed(Self.guess(home, files), home, files)
        let known = Self.placed(targets, home, files)
        self.targets = known.isEmpty ? folders : known + Self.empty(folders, besides: known, home, files)
    }

    /// The layout of a package that is about to be written.
    ///
    /// - Parameters:
    ///   - folder: Where the package gets its folder; absolute, links resolved.
    ///   - targets: Their paths are relative to that.
    init(newIn folder: String, targets: [PackageTarget]) {
        root = folder
        self.targets = targets
        library = "swift-cis"
    }

    /// The targets with paths relative to the root, links resolved.
    private static func placed(_ targets: [PackageTarget], _ root: String, _ files: any FileSystem) -> [PackageTarget] {
        targets.map { target in
            var target = target
            let path = target.path.hasPrefix("/") ? target.path : root + "/" + target.path
            target.path = relative(files.resolved(path), to: root)
            return target
        }
    }

    /// Targets without a file: SwiftPM leaves them out, though the manifest names them.
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

    /// The path as seen from the root; as it is when it does not lie there, so that the plan's check refuses it.
    private static func relative(_ path: String, to root: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    }

    /// The target that gets a scene.
    ///
    /// - Parameter name: Nil when the package has one that can be meant.
    /// - Throws: ``GeneratorError`` with the targets there are.
    package func sceneTarget(_ name: String?) throws -> PackageTarget {
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
        if candidates.count == 1, let target = candidates.first { return target }
        if candidates.isEmpty {
            throw GeneratorError(
                "The package in \(root) has no target for a scene.",
                remedy: "Add a .target(…) to Package.swift and its folder, or make a package with --package.")
        }
        throw GeneratorError("The package has several targets.", remedy: "Choose one with --target: \(list).")
    }

    /// One of the library's products, as the manifest has to name it.
    func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \"\(library)\")" }

    /// The target that tests another: by convention its name and `Tests`.
    package func testTarget(of target: PackageTarget) throws -> PackageTarget {
        let name = target.name + "Tests"
        if let found = targets.first(where: { $0.name == name && $0.kind == .test }) { return found }
        throw GeneratorError(
            "There is no test target '\(name)'.",
            remedy: "Add it to Package.swift, and make the folder Tests/\(name), or say --tests none:\n"
                + "    .testTarget(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                + "\(product("CIS")), \(product("CISTesting"))])")
    }

    /// The target of a front end.
    ///
    /// - Parameter suffix: What the name of such a target adds to that of the scene's.
    func frontEndTarget(_ name: String?, of target: PackageTarget, suffix: String) throws -> PackageTarget {
        // A package of the generator's has MoviesTerminal beside MoviesScenes.
        let stem = target.name.hasSuffix("Scenes") ? String(target.name.dropLast(6)) : target.name
        let names = name.map { [$0] } ?? [target.name + suffix, stem + suffix]
        let candidates = targets.filter { $0.kind != .test }
        let found = names.lazy.compactMap { name in candidates.first { $0.name == name } }.first
        guard let found else {
            let name = names[0]
            let others = candidates.map(\.name).filter { $0 != target.name }.joined(separator: ", ")
            throw GeneratorError(
                "There is no target '\(name)' for the front end.",
                remedy: "Name one with --front-end-target\(others.isEmpty ? "" : " (there are: \(others))"), "
                    + "or add it to Package.swift, and make the folder Sources/\(name):\n"
                    + "    .target(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                    + "\(product("CIS"))])")
        }
        guard found.name != target.name else {
            throw GeneratorError(
                "'\(found.name)' is the scene's own target, and a scene does not know what draws it.",
                remedy: "Name another target with --front-end-target.")
        }
        return found
    }
}
