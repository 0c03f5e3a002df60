/// The source files of a package and the scenes in them.
struct ScannedPackage {
    /// A scene: an enumeration or a structure that conforms to `SceneDefinition`.
    struct Scene {
        let definition: Declaration
        /// All files of its target.
        let target: [SourceText]

        var name: String { definition.name }
        var file: SourceText { definition.source }
        /// The protocol of its worker.
        var worker: [Declaration] { target.declarations(["protocol"], named: name + "Worker") }

        /// Returns one of the scene's classes, with its extensions.
        func part(_ suffix: String) -> [Declaration] {
            target.declarations(["class", "extension", "actor", "struct"], named: name + suffix)
        }

        /// Returns an enumeration of the vocabulary.
        func vocabulary(_ inner: String) -> Declaration? { target.nested("enum", inner, in: name) }
    }

    let files: [SourceText]
    let tests: [SourceText]
    let scenes: [Scene]

    /// - Parameter only: The name of the target to read. Nil for all targets.
    init(_ layout: PackageLayout, only: String?, _ access: any FileSystem) throws {
        func read(_ targets: [PackageTarget]) throws -> [SourceText] {
            try targets.flatMap { try SwiftFiles.sources(of: $0, in: layout.root, access) }
        }
        let files = try read(layout.targets.filter { $0.kind != .test && (only == nil || $0.name == only) })
        self.files = files
        tests = try read(layout.targets.filter { $0.kind == .test })
        scenes = files.flatMap { $0.declarations(["enum", "struct"]) }
            .filter { $0.isHeaded(by: "SceneDefinition") }
            .map { scene in Scene(definition: scene, target: files.filter { $0.target == scene.source.target }) }
    }
}
