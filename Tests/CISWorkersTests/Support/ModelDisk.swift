import CIS
import CISWorkers

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A simulated disk that behaves as badly as POSIX allows, for crashes at any step.
///
/// Bytes and names that were not synchronized are visible until the power is cut; then any part of them may be lost.
/// Every call is one step, and writes at most one byte.
final class ModelDisk: FileDriver, Sendable {
    struct File: Sendable {
        var bytes: [UInt8] = []
        /// The bytes that have reached the disk.
        var safe: [UInt8] = []
        var mode: UInt32
        var owner = getuid()
        var modified: Double
    }

    enum Naming: Sendable {
        case put(String, file: Int)
        case remove(String)
        case move(String, to: String)

        var folder: String {
            switch self {
            case .put(let path, _), .remove(let path), .move(let path, _): ModelDisk.folder(of: path)
            }
        }

        func apply(to names: inout [String: Int]) {
            switch self {
            case .put(let path, let file): names[path] = file
            case .remove(let path): names[path] = nil
            case .move(let path, let target): names[target] = names.removeValue(forKey: path)
            }
        }
    }

    struct Content: Sendable {
        var files: [File] = []
        var names: [String: Int] = [:]
        var safeNames: [String: Int] = [:]
        /// The changes of names that have not reached the disk, in order.
        var pending: [Naming] = []
        var folders: Set<String> = ["/"]
        var open: [Int32: Int] = [:]
        var lastDescriptor: Int32 = 2
        var steps = 0
        var fault = Fault.none
    }

    /// A fault of the disk.
    enum Fault: Sendable {
        case none
        /// The step with this number, from 0, and all later steps do not happen.
        case crash(at: Int)
        /// The step with this number fails, once.
        case failure(at: Int, number: Int32)
    }

    let content: LockedValue<Content>

    init(_ content: Content = Content()) {
        self.content = LockedValue(content)
    }

    /// The number of steps so far.
    var steps: Int { content.withLock { $0.steps } }

    /// Returns a copy of the disk for another run, with a fault.
    func copy(_ fault: Fault = .none) -> ModelDisk {
        var copy = content.withLock { $0 }
        copy.fault = fault
        copy.steps = 0
        copy.open = [:]
        return ModelDisk(copy)
    }

    static func folder(of path: String) -> String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    /// Performs a step, or the fault.
    private func step<Result: Sendable>(
        _ body: (inout Content) -> Swift.Result<Result, SystemError>
    ) throws(SystemError) -> Result {
        let result = content.withLock { content -> Swift.Result<Result, SystemError> in
            let number = content.steps
            content.steps += 1
            switch content.fault {
            case .crash(let at) where number >= at: return .failure(SystemError(EIO))
            case .failure(let at, let error) where number == at: return .failure(SystemError(error))
            default: return body(&content)
            }
        }
        return try result.get()
    }

    private func put(_ naming: Naming, in content: inout Content) {
        naming.apply(to: &content.names)
        content.pending.append(naming)
    }

    // MARK: FileDriver

    func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        try step { content -> Swift.Result<Int32, SystemError> in
            guard content.folders.contains(Self.folder(of: path)) else { return .failure(SystemError(ENOENT)) }
            // There is no other writer, so the file was left by a writer that was killed.
            if content.names[path] != nil { put(.remove(path), in: &content) }
            content.files.append(File(mode: mode, modified: Double(content.steps)))
            put(.put(path, file: content.files.count - 1), in: &content)
            content.lastDescriptor += 1
            content.open[content.lastDescriptor] = content.files.count - 1
            return .success(content.lastDescriptor)
        }
    }

    func openAtEnd(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        try step { content -> Swift.Result<Int32, SystemError> in
            guard content.folders.contains(Self.folder(of: path)) else { return .failure(SystemError(ENOENT)) }
            if content.names[path] == nil {
                content.files.append(File(mode: mode, modified: Double(content.steps)))
                put(.put(path, file: content.files.count - 1), in: &content)
            }
            content.lastDescriptor += 1
            content.open[content.lastDescriptor] = content.names[path]
            return .success(content.lastDescriptor)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int {
        let first = bytes.first
        return try step { content -> Swift.Result<Int, SystemError> in
            guard let file = content.open[descriptor] else { return .failure(SystemError(EBADF)) }
            guard let first else { return .success(0) }
            content.files[file].bytes.append(first)
            return .success(1)
        }
    }

    /// A process may give its files away, as root can. All files belong to one group.
    func setOwner(_ owner: UInt32?, _ group: UInt32?, of descriptor: Int32) -> Bool {
        content.withLock { content in
            guard let owner, let file = content.open[descriptor] else { return }
            content.files[file].owner = owner
        }
        return true
    }

    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            guard let file = content.open[descriptor] else { return .failure(SystemError(EBADF)) }
            guard content.files[file].owner == getuid() else { return .failure(SystemError(EPERM)) }
            content.files[file].mode = mode
            return .success(())
        }
    }

    /// There are no links.
    func target(ofLink path: String) throws(SystemError) -> String { throw SystemError(EINVAL) }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            guard let file = content.open[descriptor] else { return .failure(SystemError(EBADF)) }
            content.files[file].safe = content.files[file].bytes
            return .success(())
        }
    }

    func close(_ descriptor: Int32) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            content.open.removeValue(forKey: descriptor) == nil ? .failure(SystemError(EBADF)) : .success(())
        }
    }

    func rename(_ path: String, to target: String) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            guard content.names[path] != nil else { return .failure(SystemError(ENOENT)) }
            put(.move(path, to: target), in: &content)
            return .success(())
        }
    }

    func unlink(_ path: String) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            guard content.names[path] != nil else { return .failure(SystemError(ENOENT)) }
            put(.remove(path), in: &content)
            return .success(())
        }
    }

    func unlinkIfAbandoned(_ path: String) throws(SystemError) {
        try unlink(path)
    }

    func synchronizeFolder(_ path: String) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            for naming in content.pending where naming.folder == path { naming.apply(to: &content.safeNames) }
            content.pending.removeAll { $0.folder == path }
            return .success(())
        }
    }

    func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
        try step { content -> Swift.Result<Void, SystemError> in
            content.folders.insert(path)
            return .success(())
        }
    }

    func status(_ path: String) throws(SystemError) -> FileStatus? {
        content.withLock { content in
            if content.folders.contains(path) {
                return FileStatus(kind: .folder, mode: 0o700, owner: getuid(), group: getgid(), size: 0, modified: 0)
            }
            guard let file = content.names[path].map({ content.files[$0] }) else { return nil }
            return FileStatus(
                kind: .file, mode: file.mode, owner: file.owner, group: getgid(),
                size: file.bytes.count, modified: file.modified)
        }
    }

    func read(_ path: String) throws(SystemError) -> [UInt8]? {
        content.withLock { content in content.names[path].map { content.files[$0].bytes } }
    }

    func names(in path: String) throws(SystemError) -> [String] {
        content.withLock { content in
            content.names.keys.filter { Self.folder(of: $0) == path }.map { String($0.dropFirst(path.count + 1)) }
        }
    }
}
