/// The functions of a file system that the generator needs. Paths are absolute.
package protocol FileSystem: Sendable {
    /// Returns the text of a file.
    func read(_ path: String) throws -> String
    /// Creates a file. Throws if it exists. After an error there is no file.
    func create(_ path: String, containing text: String) throws
    /// Replaces the text of a file in one step.
    func replace(_ path: String, containing text: String) throws
    /// Returns whether this process may write the file. A file that nobody may write is not writable, even for the
    /// super user.
    func isWritable(_ path: String) -> Bool
    /// Creates a directory in an existing directory.
    func createDirectory(_ path: String) throws
    /// Removes a file, or an empty directory.
    func remove(_ path: String) throws
    /// Returns the kind of the file at a path. Links are followed.
    func kind(of path: String) -> FileKind
    /// Returns the sorted names in a directory. Empty if it does not exist.
    func names(in directory: String) -> [String]
    /// Returns the path of an existing file without links, `.` and `..`.
    func resolved(_ path: String) -> String
}

/// The kind of a file.
package enum FileKind: Sendable, Equatable {
    case nothing, file, directory
    /// A link to a file that does not exist.
    case brokenLink
}
