/// The changes that a command makes. The plan is complete before the first file is written.
package struct FilePlan: Sendable, Equatable {
    /// A file that must not exist yet.
    package struct Creation: Sendable, Equatable {
        /// The path of the file, relative to the root.
        package var path: String
        package var text: String
    }

    /// A change of an existing file.
    package struct Edit: Sendable, Equatable {
        /// The path of the file, relative to the root.
        package var path: String
        package var before: String
        package var after: String
    }

    /// The absolute path of the folder that contains all files of the plan.
    package let root: String
    package private(set) var creations: [Creation] = []
    package private(set) var edits: [Edit] = []
    /// What the user has to do besides.
    package var notes: [String] = []

    package init(root: String) {
        self.root = root
    }

    package mutating func create(_ path: String, _ text: String) {
        creations.append(Creation(path: path, text: text))
    }

    /// Adds an edit. A second edit of the same file starts from the result of the first.
    package mutating func edit(_ path: String, from before: String, to after: String) {
        if let index = edits.firstIndex(where: { $0.path == path }) {
            edits[index].after = after
        } else {
            edits.append(Edit(path: path, before: before, after: after))
        }
    }

    /// The plan as lines of text for the user.
    package var summary: [String] {
        creations.map { "create \($0.path)" } + edits.map { "change \($0.path)" }
    }
}
