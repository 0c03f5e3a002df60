import CISWorkers

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file system. It prints one byte before every system call.
///
/// A process that reads the output can kill this one at any call. Data is written in small pieces, to get many calls.
struct TellingDriver: FileDriver {
    private let system = SystemFileDriver()

    static func tell(_ byte: Character) {
        outputByte(byte.asciiValue ?? 0)
    }

    func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        Self.tell(".")
        return try system.create(path, mode: mode)
    }

    func openAtEnd(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        Self.tell(".")
        return try system.openAtEnd(path, mode: mode)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int {
        Self.tell(".")
        return try system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(4000)), to: descriptor)
    }

    func setOwner(_ owner: UInt32?, _ group: UInt32?, of descriptor: Int32) -> Bool {
        Self.tell(".")
        return system.setOwner(owner, group, of: descriptor)
    }

    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        Self.tell(".")
        try system.setMode(mode, of: descriptor)
    }

    func target(ofLink path: String) throws(SystemError) -> String { try system.target(ofLink: path) }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        Self.tell(".")
        try system.synchronize(descriptor)
    }

    func close(_ descriptor: Int32) throws(SystemError) {
        Self.tell(".")
        try system.close(descriptor)
    }

    func rename(_ path: String, to target: String) throws(SystemError) {
        Self.tell(".")
        try system.rename(path, to: target)
    }

    func unlink(_ path: String) throws(SystemError) {
        Self.tell(".")
        try system.unlink(path)
    }

    func unlinkIfAbandoned(_ path: String) throws(SystemError) {
        try system.unlinkIfAbandoned(path)
    }

    func synchronizeFolder(_ path: String) throws(SystemError) {
        Self.tell(".")
        try system.synchronizeFolder(path)
    }

    func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
        try system.makeFolder(path, mode: mode)
    }

    func status(_ path: String) throws(SystemError) -> FileStatus? { try system.status(path) }

    func read(_ path: String) throws(SystemError) -> [UInt8]? { try system.read(path) }

    func names(in path: String) throws(SystemError) -> [String] { try system.names(in: path) }
}

/// Writes one byte to standard output. The driver's own `write` hides the system's function there.
private func outputByte(_ byte: UInt8) {
    var byte = byte
    _ = write(1, &byte, 1)
}
