#if os(Linux)
import Foundation

/// The reason why a file cannot be used.
struct FileProblem: Error, Sendable {
    /// The reason as part of a sentence. It contains the name of the file, but not its folder.
    let text: String
    /// Whether the file would be larger than a file may be.
    var isTooLarge = false
}

/// A file that remains open until this object is released.
final class OpenFile: Sendable {
    /// The name for messages.
    private let name: String
    private let descriptor: Int32

    /// Opens a file to read it.
    init(reading url: URL) throws(FileProblem) {
        name = url.lastPathComponent
        // `O_NONBLOCK` avoids waiting for the other end of a pipe. Pipes are refused afterwards.
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw problem("cannot be read") }
    }

    /// Creates a file that must not exist yet.
    ///
    /// - Parameter old: The file that it will replace, whose owner, group and permissions it gets.
    init(making url: URL, name: String, replacing old: FileStatus?) throws(FileProblem) {
        self.name = name
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old == nil ? 0o666 : 0o600)
        if descriptor < 0 { throw problem("cannot be written") }
        guard let old else { return }
        do throws(SystemError) {
            try DiskFiles().keep(old, of: descriptor)
        } catch {
            unlink(url.path)
            throw problem("cannot be written", error.number)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The size of the file. Throws if the file is not a regular file.
    func size() throws(FileProblem) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem("cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileProblem(text: "“\(name)” is not a regular file") }
        return Int64(status.st_size)
    }

    /// Reads at least one byte.
    func bytes(from position: Int64, atMost count: Int) throws(FileProblem) -> Data {
        var bytes = Data(count: count)
        let received = bytes.withUnsafeMutableBytes { buffer in
            uninterrupted { pread(descriptor, buffer.baseAddress, buffer.count, off_t(position)) }
        }
        guard received >= 0 else { throw problem("cannot be read") }
        guard received > 0 else {
            throw FileProblem(text: "the file “\(name)” has become shorter while it was sent")
        }
        return bytes.prefix(received)
    }

    func append(_ bytes: Data) throws(FileProblem) {
        var rest = bytes
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { buffer in
                uninterrupted { write(descriptor, buffer.baseAddress, buffer.count) }
            }
            guard written >= 0 else { throw problem("cannot be written") }
            rest = rest.dropFirst(written)
        }
    }

    /// Waits until all bytes are on disk, and renames the file. A link, a pipe or a device that has appeared at the target is not
    /// replaced.
    func complete(_ url: URL, as target: URL) throws(FileProblem) {
        var found = stat()
        if lstat(target.path, &found) == 0, found.st_mode & S_IFMT != S_IFREG {
            throw FileProblem(text: "“\(name)” is not a regular file any more")
        }
        guard fsync(descriptor) == 0, rename(url.path, target.path) == 0 else { throw problem("cannot be written") }
    }

    /// Repeats a system call that was interrupted by a signal.
    private func uninterrupted(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private func problem(_ what: String, _ number: Int32 = errno) -> FileProblem {
        FileProblem(text: "the file “\(name)” \(what): \(systemText(number))", isTooLarge: number == EFBIG)
    }
}
#endif
