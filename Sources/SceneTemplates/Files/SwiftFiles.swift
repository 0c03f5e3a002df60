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
}
