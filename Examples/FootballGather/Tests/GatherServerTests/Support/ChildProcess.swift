import Foundation

/// A program that a test has started. Foundation's `Process` would report its end only after all programs that were started later
/// have ended.
final class ChildProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let pid: pid_t
    private let exited: AsyncStream<Int32>

    /// - Parameters:
    ///   - words: The path of the program, and its arguments.
    ///   - output: The standard output of the program.
    ///   - errors: The standard error of the program.
    init(_ words: [String], output: FileHandle, errors: FileHandle? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, STDOUT_FILENO)
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors.fileDescriptor, STDERR_FILENO) }
        let arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, words[0], &actions, nil, arguments, environ)
        guard status == 0 else { throw Failure(description: "\(words[0]): \(String(cString: strerror(status)))") }
        self.pid = pid
        let (exited, exit) = AsyncStream.makeStream(of: Int32.self)
        self.exited = exited
        Thread.detachNewThread { [pid] in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            exit.yield(status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f))
            exit.finish()
        }
    }

    /// Waits until the program has ended. Call it once.
    ///
    /// - Returns: The exit status of the program, or 128 plus the number of the signal that has ended it.
    func end() async -> Int32 { await exited.first { _ in true } ?? -1 }

    /// A pipe that no other program inherits.
    static func pipe() -> Pipe {
        let pipe = Pipe()
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }
}

extension FileHandle {
    /// Reads, on a thread of its own, until a text has arrived or the input ends.
    func text(until end: String? = nil) async -> String {
        await withCheckedContinuation { continuation in
            let descriptor = fileDescriptor
            Thread.detachNewThread {
                var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 4 << 10))
                while end.map({ !data.contains($0.utf8) }) ?? true {
                    let count = Foundation.read(descriptor, &buffer, buffer.count)
                    guard count > 0 else { break }
                    data.append(contentsOf: buffer[..<count])
                }
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
