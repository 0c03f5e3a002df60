/// The system calls of ``DiskFiles``. Tests replace them with a simulated disk that fails or loses power.
package protocol FileDriver: Sendable {
    /// Creates a file for writing, and returns its descriptor.
    ///
    /// Other callers with the same path, even in other processes, wait in this function until the file is renamed or
    /// its descriptor is closed. A file that a killed process has left at the path is removed.
    func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32
    /// Opens a file for appending. Creates it if it does not exist.
    func openAtEnd(_ path: String, mode: UInt32) throws(SystemError) -> Int32
    /// Writes some of the bytes, and returns their number.
    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int
    /// Sets the owner and the group of an open file; `nil` leaves one as it is. Root can set both, other users can set a group
    /// that they are in.
    ///
    /// - Returns: Whether the system has permitted it.
    func setOwner(_ owner: UInt32?, _ group: UInt32?, of descriptor: Int32) -> Bool
    /// Sets the permissions of an open file, whatever the umask is.
    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError)
    /// Waits until the written bytes are on disk.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// Closes a file.
    func close(_ descriptor: Int32) throws(SystemError)
    /// Renames a file in one step. Replaces the file that has the new name.
    func rename(_ path: String, to target: String) throws(SystemError)
    /// Removes a file.
    func unlink(_ path: String) throws(SystemError)
    /// Removes a file that ``create(_:mode:)`` has created, unless its writer is still running.
    func unlinkIfAbandoned(_ path: String) throws(SystemError)
    /// Waits until the names of the files in a folder are on disk.
    func synchronizeFolder(_ path: String) throws(SystemError)
    /// Creates a folder. Its parent must exist.
    func makeFolder(_ path: String, mode: UInt32) throws(SystemError)
    /// Returns information about a file or folder. Does not follow links.
    func status(_ path: String) throws(SystemError) -> FileStatus?
    /// Returns the path that a link contains. It may be relative to the link's folder.
    func target(ofLink path: String) throws(SystemError) -> String
    /// Reads a file, and follows links. Returns `nil` if the file does not exist. Throws ``SystemError/notAFile`` for a
    /// pipe, a device or a socket.
    func read(_ path: String) throws(SystemError) -> [UInt8]?
    /// Returns the names in a folder, unsorted. Returns an empty list if the folder does not exist.
    func names(in path: String) throws(SystemError) -> [String]
}

/// Information about a file or folder.
package struct FileStatus: Sendable {
    /// The kind of object at a path.
    package enum Kind: Sendable { case file, folder, link, other }

    package var kind: Kind
    /// The permissions, as in `chmod`.
    package var mode: UInt32
    /// The ID of the owner.
    package var owner: UInt32
    /// The ID of the group.
    package var group: UInt32
    /// The size in bytes.
    package var size: Int
    /// The time of the last change, in seconds since 1970.
    package var modified: Double

    package init(kind: Kind, mode: UInt32, owner: UInt32, group: UInt32, size: Int, modified: Double) {
        self.kind = kind
        self.mode = mode
        self.owner = owner
        self.group = group
        self.size = size
        self.modified = modified
    }
}

/// The error number of a system call.
package struct SystemError: Error, Hashable {
    package let number: Int32

    /// The path refers to a pipe, a device or a socket. This is not an error number of the system.
    package static let notAFile = SystemError(-1)

    package init(_ number: Int32) {
        self.number = number
    }
}
