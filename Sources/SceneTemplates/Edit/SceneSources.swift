import Foundation

/// The files of a scene that is there, found by what they declare, not by their names.
struct SceneSources {
    /// One file, read once.
    struct File {
        /// Relative to the package.
        let path: String
        let source: SourceText
    }

    let name: SceneName
    let target: PackageTarget
    let files: [File]

    /// Reads a target's sources, and checks that the scene is there.
    init(_ name: SceneName, in target: PackageTarget, of layout: PackageLayout, _ access: any FileSystem) throws {
        self.name = name
        self.target = target
        files = try SwiftFiles.paths(in: target.path, of: layout.root, access).compactMap { path in
            let text = try access.read(layout.root + "/" + path)
            // A target may have thousands of files; those of the scene name it.
            return text.contains(name.text) ? File(path: path, source: SourceText(text)) : nil
        }
        guard declaration("enum", name.text) != nil || declaration("struct", name.text) != nil else {
            throw GeneratorError(
                "There is no scene '\(name)' in the target '\(target.name)'.",
                remedy: "Name the scene as its definition does, and its target with --target.")
        }
    }

    /// A declaration at the top of a file.
    func declaration(_ keyword: String, _ name: String) -> (file: File, declaration: Declaration)? {
        for file in files {
            if let found = file.source.declarations([keyword]).first(where: { $0.name == name && $0.hasBody }) {
                return (file, found)
            }
        }
        return nil
    }

    /// A type nested in the scene's definition, or in an extension of it.
    func nested(_ keyword: String, _ inner: String) -> (file: File, declaration: Declaration)? {
        for file in files {
            for outer in file.source.declarations(["enum", "struct", "extension"]) where outer.name == name.text {
                let found = file.source.declarations([keyword], in: outer.body)
                if let match = found.first(where: { $0.name == inner && $0.hasBody }) { return (file, match) }
            }
        }
        return nil
    }

    /// A function of the scene, or of one of its parts: in its type, or in an extension of it.
    func function(_ function: String, of type: String) -> (file: File, declaration: Declaration)? {
        for file in files {
            for outer in file.source.declarations(["class", "extension", "actor", "struct", "enum"])
            where outer.name == type {
                let found = file.source.declarations(["func"], in: outer.body)
                if let match = found.first(where: { $0.name == function && $0.hasBody }) { return (file, match) }
            }
        }
        return nil
    }
}
