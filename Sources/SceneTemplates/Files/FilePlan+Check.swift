extension FilePlan {
    /// Checks the plan as far as possible without writing.
    ///
    /// - Throws: ``GeneratorError`` if a file exists already, a path leads out of the root, a file has the name of a
    ///   needed folder, two files have the same path, or a file to edit has changed in the meantime or is read-only.
    func check(_ files: any FileSystem) throws {
        var seen: Set<String> = []
        for creation in creations {
            // For some file systems, Movies.swift and movies.swift are the same file.
            try require(
                seen.insert(creation.path.lowercased()).inserted, "\(creation.path) would be written twice.",
                remedy: "Give the scene or the target another name.")
            try checkInside(creation.path, files)
            try require(
                files.kind(of: root + "/" + creation.path) == .nothing && !hasNamesake(creation.path, files),
                "\(creation.path) exists already, and is not overwritten.",
                remedy: "Remove it, choose another name, or name the missing parts with --only.")
        }
        for edit in edits {
            try checkInside(edit.path, files)
            try require(
                try files.read(root + "/" + edit.path) == edit.before,
                "\(edit.path) was changed while the command ran.", remedy: "Run the command again.")
            try require(
                files.isWritable(root + "/" + edit.path), "\(edit.path) must be changed, and is read-only.",
                remedy: "Allow it: chmod u+w \(edit.path).")
        }
    }

    /// Returns whether there is a name that differs only in case or in its Unicode normal form.
    private func hasNamesake(_ path: String, _ files: any FileSystem) -> Bool {
        let (folder, name) = Self.split(path)
        let wanted = name.lowercased()
        // `==` on strings ignores differences of the normal form.
        return files.names(in: folder.isEmpty ? root : root + "/" + folder).contains { $0.lowercased() == wanted }
    }

    /// Checks that a path stays inside the root when links are followed.
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
            "\(path) leads out of the package, where nothing is written.",
            remedy: "Choose a target whose folder is inside the package, without .. and without links to the outside.")
    }

    /// Returns the folder and the file name of a path.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
