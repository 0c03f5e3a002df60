/// The files of an existing scene. They are found by what they declare, not by their names.
struct SceneSources {
    let name: SceneName
    let target: PackageTarget
    let files: [SourceText]

    /// Reads the sources of a target.
    ///
    /// - Throws: ``GeneratorError`` if the target has no such scene.
    init(_ name: SceneName, in target: PackageTarget, of layout: PackageLayout, _ access: any FileSystem) throws {
        self.name = name
        self.target = target
        files = try SwiftFiles.sources(of: target, in: layout.root, containing: name.text, access)
        try require(
            !files.declarations(["enum", "struct"], named: name.text).isEmpty,
            "There is no scene '\(name)' in the target '\(target.name)'.",
            remedy: "Name the scene as its definition does, and its target with --target.")
    }

    /// Returns a class or protocol of the scene.
    func part(_ component: SceneComponent) -> Declaration? {
        files.declarations(component == .worker ? ["protocol"] : ["class"], named: name.text + component.suffix).first
    }

    /// Returns a type inside the scene's definition, or inside an extension of it.
    func nested(_ keyword: String, _ inner: String) -> Declaration? { files.nested(keyword, inner, in: name.text) }
}
