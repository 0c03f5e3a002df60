/// The sources of a package, read once, and the scenes in them.
struct ScannedPackage {
    /// A file, and the target that it belongs to.
    struct File {
        /// Relative to the package.
        let path: String
        let target: String
        let source: SourceText
    }

    /// A scene: an enumeration, or structure, that says it is a `SceneDefinition`.
    struct Scene {
        let name: String
        let file: File
        let definition: Declaration
        /// All files of its target.
        let target: [File]
    }

    let files: [File]
    let tests: [File]
    let scenes: [Scene]

    /// - Parameter only: The target to look at; nil for all.
    init(_ layout: PackageLayout, only: String?, _ access: any FileSystem) throws {
        func read(_ targets: [PackageTarget]) throws -> [File] {
            try targets.flatMap { target in
                try SwiftFiles.paths(in: target.path, of: layout.root, access).map { path in
                    File(path: path, target: target.name, source: SourceText(try access.read(layout.root + "/" + path)))
                }
            }
        }
        let files = try read(layout.targets.filter { $0.kind != .test && (only == nil || $0.name == only) })
        self.files = files
        tests = try read(layout.targets.filter { $0.kind == .test })
        scenes = files.flatMap { file in
            file.source.declarations(["enum", "struct"]).filter { declaration in
                declaration.heading.contains { file.source.token($0, is: "SceneDefinition") }
            }.map { declaration in
                Scene(
                    name: declaration.name, file: file, definition: declaration,
                    target: files.filter { $0.target == file.target })
            }
        }
    }
}

extension ScannedPackage.Scene {
    /// A type and its extensions, in the order of the files.
    func declarations(_ keywords: Set<String>, named name: String) -> [(
        file: ScannedPackage.File, declaration: Declaration
    )] {
        target.flatMap { file in
            file.source.declarations(keywords).filter { $0.name == name && $0.hasBody }.map { (file, $0) }
        }
    }

    /// One of the scene's classes, with its extensions.
    func part(_ suffix: String) -> [(file: ScannedPackage.File, declaration: Declaration)] {
        declarations(["class", "extension", "actor", "struct"], named: name + suffix)
    }

    /// An enumeration of the vocabulary, and its file.
    func vocabulary(_ inner: String) -> (file: ScannedPackage.File, declaration: Declaration)? { nested("enum", inner) }

    /// A type in the scene's definition or in an extension of it, and its file.
    func nested(_ keyword: String, _ inner: String) -> (file: ScannedPackage.File, declaration: Declaration)? {
        for (file, outer) in declarations(["enum", "struct", "extension"], named: name) {
            if let found = file.source.declarations([keyword], in: outer.body).first(where: {
                $0.name == inner && $0.hasBody
            }) {
                return (file, found)
            }
        }
        return nil
    }
}
