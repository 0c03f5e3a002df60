/// The system calls that ``DiskFiles`` is made of. Tests put disks in their place that fail, or lose power.
package protocol FileDriver: Sendable {
    /// Makes a new file for writing, and returns its descriptor.
    ///
    /// Until the descriptor is closed no other caller, in whatever process, gets past this call with the same path: who
    /// comes second waits. What a process that died has left at the path is removed.
    func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32
    /// Opens a file for writing at its end, whatever else is written meanwhile. Makes it if there is none.
    func openAtEnd(_ path: String, mode: UInt32) throws(SystemError) -> Int32
    /// Writes some of the bytes, and returns how many.
    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int
    /// Returns when what was written has reached the disk.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// Closes a file.
    func close(_ descriptor: Int32) throws(SystemError)
    /// Moves a file in one step, in the place of what is there.
    func rename(_ path: String, to target: String) throws(SystemError)
    /// Removes a file.
    func unlink(_ path: String) throws(SystemError)
    /// Removes a file that ``create(_:mode:)`` made, unless its writer lives.
    func unlinkIfAbandoned(_ path: String) throws(SystemError)
    /// Returns when the names in a folder have reached the disk.
    func synchronizeFolder(_ path: String) throws(SystemError)
    /// Makes a folder. Its parent is there.
    func makeFolder(_ path: String, mode: UInt32) throws(SystemError)
    /// What is known of the file or folder, without following a link.
    func status(_ path: String) throws(SystemError) -> FileStatus?
    /// The bytes of a file, `nil` if there is none. Follows links. What is no file is ``SystemError/notAFile``: it may have no
    /// end, or nobody who writes it.
    func read(_ path: String) throws(SystemError) -> [UInt8]?
    /// The names in a folder, in no particular order. None if there is no folder.
    func names(in path: String) throws(SystemError) -> [String]
}

/// What the system knows of a file.
package struct FileStatus: Sendable {
    /// What kind of thing it is.
    package enum Kind: Sendable { case file, folder, link, other }

    package var kind: Kind
    /// The permissions, as in `chmod`.
    package var mode: UInt32
    /// The number of the user it belongs to.
    package var owner: UInt32
    /// The size in bytes.
    package var size: Int
    /// When it was last written, in seconds since 1970.
    package var modified: Double

    package init(kind: Kind, mode: UInt32, owner: UInt32, size: Int, modified: Double) {
        self.kind = kind
        self.mode = mode
        self.owner = owner
        self.size = size
        self.modified = modified
    }
}

/// The number with which a system call failed.
package struct SystemError: Error, Hashable {
    package let number: Int32

    /// There is a pipe, a device or a socket. No number of the system's.
    package static let notAFile = SystemError(-1)

    package init(_ number: Int32) {
        self.number = number
    }
}
