/// What the generator asks of a file system. Paths are absolute.
package protocol FileSystem: Sendable {
    /// The file's text.
    func read(_ path: String) throws -> String
    /// Makes a file that is not there yet; fails if it is, and leaves nothing behind when it fails.
    func create(_ path: String, containing text: String) throws
    /// Replaces the text of a file, at once.
    func replace(_ path: String, containing text: String) throws
    /// Whether the file may be replaced: somebody is allowed to write it, and this process is.
    func isWritable(_ path: String) -> Bool
    /// Makes one directory in a directory that is there.
    func createDirectory(_ path: String) throws
    /// Removes a file, or an empty directory.
    func remove(_ path: String) throws
    /// What is at the path, links followed.
    func kind(of path: String) -> FileKind
    /// The names in a directory, sorted; none if it is not there.
    func names(in directory: String) -> [String]
    /// The path without links, `.` and `..`, of something that exists.
    func resolved(_ path: String) -> String
}

/// What is at a path.
package enum FileKind: Sendable, Equatable {
    case nothing, file, directory
    /// A link that leads nowhere.
    case brokenLink
}
