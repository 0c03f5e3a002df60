/// The source files of a package and the scenes in them.
struct ScannedPackage {
    /// A scene: an enumeration or a structure that conforms to `SceneDefinition`.
    struct Scene {
        let name: String
        let file: SourceFile
        let definition: Declaration
        /// All files of its target.
        let target: [SourceFile]
    }

    let files: [SourceFile]
    let tests: [SourceFile]
    let scenes: [Scene]

    /// - Parameter only: The name of the target to read. Nil for all targets.
    init(_ layout: PackageLayout, only: String?, _ access: any FileSystem) throws {
        func read(_ targets: [PackageTarget]) throws -> [SourceFile] {
            try targets.flatMap { try SwiftFiles.sources(of: $0, in: layout.root, access) }
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
    /// Returns one of the scene's classes, with its extensions.
    func part(_ suffix: String) -> [FoundDeclaration] {
        target.declarations(["class", "extension", "actor", "struct"], named: name + suffix)
    }

    /// Returns an enumeration of the vocabulary.
    func vocabulary(_ inner: String) -> FoundDeclaration? { target.nested("enum", inner, in: name) }
}
