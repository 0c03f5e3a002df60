/// What the generator runs in: a folder, a file system, and somebody who reads what it says.
package struct ToolEnvironment: Sendable {
    /// Where the command was typed.
    package var workingDirectory: String
    /// The user's own folder, for Xcode's templates.
    package var homeDirectory: String
    /// The checkout of swift-cis, on which a generated package depends unless told otherwise.
    package var libraryDirectory: String
    package var files: any FileSystem
    /// Takes a line of what was asked for.
    package var write: @Sendable (String) -> Void
    /// Takes a line of what went wrong.
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
