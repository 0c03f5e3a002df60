/// The package that a scene is written into: its folder and its targets.
package struct PackageLayout: Sendable, Equatable {
    /// Absolute, links resolved.
    package let root: String
    package let targets: [KnownTarget]

    /// - Parameters:
    ///   - root: The folder of the manifest.
    ///   - targets: As the manifest has them. Empty: the folders in `Sources` and `Tests` are taken for the targets.
    package init(root: String, targets: [KnownTarget], files: any FileAccess) {
        let home = files.resolved(root)
        self.root = home
        self.targets = (targets.isEmpty ? Self.guess(home, files) : targets).map { target in
            var target = target
            target.path = Self.relative(
                files.resolved(target.path.hasPrefix("/") ? target.path : home + "/" + target.path), to: home)
            return target
        }
    }

    private static func guess(_ root: String, _ files: any FileAccess) -> [KnownTarget] {
        [("Sources", KnownTarget.Kind.source), ("Tests", .test)].flatMap { folder, kind in
            files.names(in: root + "/" + folder).compactMap { name in
                let path = "\(root)/\(folder)/\(name)"
                guard files.kind(of: path) == .directory, !name.hasPrefix(".") else { return nil }
                let isProgram = kind == .source && files.kind(of: path + "/main.swift") == .file
                return KnownTarget(kind: isProgram ? .executable : kind, name: name, path: "\(folder)/\(name)")
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
    package func sceneTarget(_ name: String?) throws -> KnownTarget {
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

    /// The target that tests another: by convention its name and `Tests`.
    package func testTarget(of target: KnownTarget) throws -> KnownTarget {
        let name = target.name + "Tests"
        if let found = targets.first(where: { $0.name == name && $0.kind == .test }) { return found }
        throw GeneratorError(
            "There is no test target '\(name)'.",
            remedy: "Add it to Package.swift, with the folder Tests/\(name), or say --tests none:\n"
                + "    .testTarget(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                + ".product(name: \"CIS\", package: \"swift-cis\"), "
                + ".product(name: \"CISTesting\", package: \"swift-cis\")])")
    }

    /// The target of a front end.
    package func frontEndTarget(_ name: String?, of target: KnownTarget, _ kind: SceneOptions.FrontEnd) throws
        -> KnownTarget
    {
        let name = name ?? target.name + kind.suffix
        guard let found = targets.first(where: { $0.name == name && $0.kind != .test }) else {
            throw GeneratorError(
                "There is no target '\(name)' for the front end.",
                remedy:
                    "Name one with --front-end-target, or add it to Package.swift, with the folder Sources/\(name):\n"
                    + "    .target(name: \"\(name)\", dependencies: [\"\(target.name)\", "
                    + ".product(name: \"CIS\", package: \"swift-cis\")])")
        }
        guard found.name != target.name else {
            throw GeneratorError(
                "'\(name)' is the scene's own target, and a scene does not know what draws it.",
                remedy: "Name another target with --front-end-target.")
        }
        return found
    }
}
