import Foundation

/// A program that a test has started. Foundation's `Process` would report its end only after all programs that were started later
/// have ended.
final class ChildProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let pid: pid_t
    private let exited: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The path of the program, and its arguments.
    ///   - environment: Further environment variables.
    ///   - descriptors: The files that the program gets, by descriptor. It also gets standard error.
    init(_ arguments: [String], environment: [String: String] = [:], descriptors: [Int32: FileHandle]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, handle) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
        }
        let values = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = arguments.map { strdup($0) } + [nil]
        let variables = values.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, arguments[0], &actions, nil, words, variables)
        guard status == 0 else { throw Failure(description: "\(arguments[0]): \(String(cString: strerror(status)))") }
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

    /// Kills the program, without letting it finish anything, and waits until it has ended.
    func kill() async {
        Foundation.kill(pid, SIGKILL)
        await end()
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: The exit status of the program, or 128 plus the number of the signal that has ended it. A second call returns -1.
    @discardableResult func end() async -> Int32 { await exited.first { _ in true } ?? -1 }

    /// A pipe that no other program inherits.
    static func pipe() -> (reading: FileHandle, writing: FileHandle) {
        let pipe = Pipe()
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    }

    static let nothing = FileHandle(forUpdatingAtPath: "/dev/null") ?? .nullDevice
}
