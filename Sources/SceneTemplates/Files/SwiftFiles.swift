/// The Swift files below a folder.
enum SwiftFiles {
    /// Their paths relative to the root, sorted; hidden folders and what a build left are passed over.
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
