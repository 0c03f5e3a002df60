/// The few calls that the store makes, so that tests can let each of them fail or be the last one before a crash.
package protocol FileSystem: Sendable {
    /// Makes the folder and those above it; one that is there already is fine.
    func makeFolder(_ path: String) throws(SystemError)
    /// Makes a file that must not be there yet, with these bytes, and waits until they are on the disk.
    func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError)
    /// Gives a file its name, replacing what has that name, in one step.
    func rename(_ path: String, to newPath: String) throws(SystemError)
    /// Waits until the names in a folder are on the disk.
    func syncFolder(_ path: String) throws(SystemError)
    /// Removes a file; one that is not there is fine.
    func remove(_ path: String) throws(SystemError)
    /// The names in a folder; none if there is no such folder.
    func names(in path: String) throws(SystemError) -> [String]
}
