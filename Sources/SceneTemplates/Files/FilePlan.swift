/// What is going to be written, worked out completely before anything is: all of it, or none.
package struct FilePlan: Sendable, Equatable {
    /// A file that must not be there yet.
    package struct Creation: Sendable, Equatable {
        /// Relative to the root.
        package var path: String
        package var text: String
    }

    /// A file that is there, and what it becomes.
    package struct Edit: Sendable, Equatable {
        /// Relative to the root.
        package var path: String
        package var before: String
        package var after: String
    }

    /// The absolute path of the folder that nothing may be written outside of.
    package let root: String
    package private(set) var creations: [Creation] = []
    package private(set) var edits: [Edit] = []

    package init(root: String) {
        self.root = root
    }

    package mutating func create(_ path: String, _ text: String) {
        creations.append(Creation(path: path, text: text))
    }

    /// Two edits of one file are one: the second starts from what the first made of it.
    package mutating func edit(_ path: String, from before: String, to after: String) {
        if let index = edits.firstIndex(where: { $0.path == path }) {
            edits[index].after = after
        } else {
            edits.append(Edit(path: path, before: before, after: after))
        }
    }

    /// The text of a file as it will be, or as it is.
    package func text(of path: String, in files: any FileSystem) throws -> String {
        if let edit = edits.first(where: { $0.path == path }) { return edit.after }
        return try files.read(root + "/" + path)
    }

    /// The plan in lines, for the person who typed the command.
    package var summary: [String] {
        creations.map { "create \($0.path)" } + edits.map { "change \($0.path)" }
    }
}
