extension FilePlan {
    /// Checks everything that can be checked without writing.
    ///
    /// - Throws: ``GeneratorError`` when a file is there already, when a path leads out of the root, when a folder's place
    ///   is taken by a file, when two files have the same path, or when a file to edit has changed meanwhile or is
    ///   read-only.
    func check(_ files: any FileSystem) throws {
        var seen: Set<String> = []
        for creation in creations {
            // File systems that ignore case would take Movies.swift and movies.swift for one.
            guard seen.insert(creation.path.lowercased()).inserted else {
                throw GeneratorError(
                    "\(creation.path) would be written twice.", remedy: "Give the scene or the target another name.")
            }
            try checkInside(creation.path, files)
            guard files.kind(of: root + "/" + creation.path) == .nothing, !hasNamesake(creation.path, files) else {
                throw GeneratorError(
                    "\(creation.path) is there already, and is not overwritten.",
                    remedy: "Remove it, choose another name, or name the missing parts with --only.")
            }
        }
        for edit in edits {
            try checkInside(edit.path, files)
            guard try files.read(root + "/" + edit.path) == edit.before else {
                throw GeneratorError("\(edit.path) changed while this ran.", remedy: "Run the command again.")
            }
            guard files.isWritable(root + "/" + edit.path) else {
                throw GeneratorError(
                    "\(edit.path) has to change, and is read-only.", remedy: "Allow it: chmod u+w \(edit.path).")
            }
        }
    }

    /// Whether a name that differs in case or in Unicode's normal form is there.
    private func hasNamesake(_ path: String, _ files: any FileSystem) -> Bool {
        let (folder, name) = Self.split(path)
        let wanted = name.lowercased()
        // Equality of Swift strings is canonical equivalence: composed or not, it is the same name.
        return files.names(in: folder.isEmpty ? root : root + "/" + folder).contains { $0.lowercased() == wanted }
    }

    /// A path inside the root stays inside it after links have been followed.
    private func checkInside(_ path: String, _ files: any FileSystem) throws {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.isEmpty, !path.contains("\0"), steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw Self.outside(path)
        }
        let home = files.resolved(root)
        var place = root
        for step in steps {
            place += "/" + step
            switch files.kind(of: place) {
            case .nothing: return
            case .brokenLink: throw Self.outside(path)
            case .directory, .file:
                let real = files.resolved(place)
                guard real.hasPrefix(home == "/" ? home : home + "/") else { throw Self.outside(path) }
            }
            if files.kind(of: place) == .file, place != root + "/" + path {
                throw GeneratorError(
                    "\(place) is a file, so \(path) cannot be written.", remedy: "Move the file away.")
            }
        }
    }

    private static func outside(_ path: String) -> GeneratorError {
        GeneratorError(
            "\(path) leads out of the package, and nothing is written there.",
            remedy: "Name a target whose folder is inside the package, without .. and without links that lead outside.")
    }

    /// The folder of a path, and the name in it.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
