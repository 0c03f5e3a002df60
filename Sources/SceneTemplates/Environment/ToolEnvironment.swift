/// The environment of a command: folders, a file system and the output.
package struct ToolEnvironment: Sendable {
    /// The folder in which the command runs.
    package var workingDirectory: String
    /// The user's home folder, for Xcode's templates.
    package var homeDirectory: String
    /// The checkout of swift-cis. Generated packages depend on it by default.
    package var libraryDirectory: String
    package var files: any FileSystem
    /// Writes a line to standard output.
    package var write: @Sendable (String) -> Void
    /// Writes a line to standard error.
    package var writeError: @Sendable (String) -> Void

    package init(
        workingDirectory: String, homeDirectory: String, libraryDirectory: String, files: any FileSystem,
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void
    ) {
        self.workingDirectory = workingDirectory
        self.homeDirectory = homeDirectory
        self.libraryDirectory = libraryDirectory
        self.files = files
        self.write = write
        self.writeError = writeError
    }
}
