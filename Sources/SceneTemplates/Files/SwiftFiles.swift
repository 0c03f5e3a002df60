/// Lists the Swift files below a folder.
enum SwiftFiles {
    /// Returns their paths relative to the root, sorted. Hidden folders, such as `.build`, are skipped.
    static func paths(in folder: String, of root: String, _ access: any FileSystem) -> [String] {
        access.names(in: root + "/" + folder).flatMap { name -> [String] in
            let path = folder.isEmpty ? name : folder + "/" + name
            guard !name.hasPrefix(".") else { return [] }
            switch access.kind(of: root + "/" + path) {
            case .file: return name.hasSuffix(".swift") ? [path] : []
            case .directory: return paths(in: path, of: root, access)
            case .nothing, .brokenLink: return []
            }
        }
    }

    /// Returns a protocol of a package by its name, first from the given target.
    static func `protocol`(
        _ name: String, from target: PackageTarget, of layout: PackageLayout, _ access: any FileSystem
    ) throws -> Declaration? {
        let others = layout.targets.filter { $0.kind != .test && $0.name != target.name }
        return try ([target] + others).flatMap { owner in
            try sources(of: owner, in: layout.root, containing: name, access).declarations(["protocol"], named: name)
        }.first
    }

    /// Reads the Swift files of a target.
    ///
    /// - Parameter word: Files that do not contain this word are skipped. A target may have thousands of files, and few
    ///   contain the name of a scene.
    static func sources(
        of target: PackageTarget, in root: String, containing word: String = "", _ access: any FileSystem
    ) throws -> [SourceText] {
        try paths(in: target.path, of: root, access).compactMap { path in
            let text = try access.read(root + "/" + path)
            guard word.isEmpty || text.contains(word) else { return nil }
            return SourceText(text, path: path, target: target.name)
        }
    }
}
