import ReceiptServices
import Synchronization

/// The real file system until the process "dies": the given number of calls is served, of the next one half is done, and
/// from then on nothing happens any more, cleaning up included.
final class CrashingFileSystem: FileSystem {
    private let real = POSIXFileSystem()
    private let callsLeft: Atomic<Int>

    init(after calls: Int) {
        callsLeft = Atomic(calls)
    }

    var hasCrashed: Bool { callsLeft.load(ordering: .relaxed) < 0 }

    private func serves(_ path: String, half: () -> Void = {}) throws(SystemError) {
        let left = callsLeft.subtract(1, ordering: .relaxed).newValue
        if left == -1 { half() }
        guard left >= 0 else { throw SystemError("use", path, code: -1) }
    }

    func makeFolder(_ path: String) throws(SystemError) {
        try serves(path)
        try real.makeFolder(path)
    }

    func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        try serves(path) { try? real.writeNew(path, Array(bytes.prefix(bytes.count / 2))) }
        try real.writeNew(path, bytes)
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) {
        try serves(path)
        try real.rename(path, to: newPath)
    }

    func syncFolder(_ path: String) throws(SystemError) {
        try serves(path)
        try real.syncFolder(path)
    }

    func remove(_ path: String) throws(SystemError) {
        try serves(path)
        try real.remove(path)
    }

    func names(in path: String) throws(SystemError) -> [String] {
        try real.names(in: path)
    }
}

/// The real file system, but for files whose path contains a text: writing those fails, half done, with a code.
struct FailingFileSystem: FileSystem {
    private let real = POSIXFileSystem()
    let text: String
    let code: Int32

    func makeFolder(_ path: String) throws(SystemError) { try real.makeFolder(path) }
    func rename(_ path: String, to newPath: String) throws(SystemError) { try real.rename(path, to: newPath) }
    func syncFolder(_ path: String) throws(SystemError) { try real.syncFolder(path) }
    func remove(_ path: String) throws(SystemError) { try real.remove(path) }
    func names(in path: String) throws(SystemError) -> [String] { try real.names(in: path) }

    func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        guard path.contains(text) else { return try real.writeNew(path, bytes) }
        try real.writeNew(path, Array(bytes.prefix(bytes.count / 2)))
        throw SystemError("write", path, code: code)
    }
}
