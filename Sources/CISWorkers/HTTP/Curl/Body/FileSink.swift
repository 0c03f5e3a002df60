#if os(Linux)
internal import CIS
import Dispatch
import Foundation

/// Writes the content to a file, which gets its name when it is complete. If the sink is released before that, it removes the
/// file.
///
/// While the queue writes, further bytes are collected, up to a limit.
final class FileSink: BodySink, Sendable {
    typealias Completion = @Sendable (Result<Data, FileProblem>) -> Void

    fileprivate struct State: Sendable {
        var collected = Data()
        var isWriting = false
        var problem: FileProblem?
        /// Resumes the transfer that waits for room.
        var wake: (@Sendable () -> Void)?
        var completion: Completion?
    }

    private static let limit = 512 << 10

    private let file: OpenFile
    private let part: URL
    private let target: URL
    private let queue: DispatchQueue
    private let state = LockedValue(State())

    /// Creates the file under a temporary name, which it keeps until it is complete. A file that it will replace passes its
    /// owner, its group and its permissions on. A symbolic link is followed.
    init(_ target: URL, on queue: DispatchQueue) throws(FileProblem) {
        let name = target.lastPathComponent
        let (path, found) = try Self.find(target)
        if target.hasDirectoryPath || found?.kind == .folder { throw FileProblem(text: "“\(name)” is a folder") }
        if let found, found.kind != .file { throw FileProblem(text: "“\(name)” is not a regular file") }
        self.target = URL(filePath: path)
        self.queue = queue
        part = self.target.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
        file = try OpenFile(making: part, name: name, replacing: found)
    }

    private static func find(_ target: URL) throws(FileProblem) -> (path: String, found: FileStatus?) {
        do {
            let disk = DiskFiles()
            let path = try disk.followed(try disk.path(of: target))
            return (path, try disk.driver.status(path))
        } catch {
            throw FileProblem(text: "the file “\(target.lastPathComponent)” cannot be found: \(Self.text(of: error))")
        }
    }

    private static func text(of error: any Error) -> String {
        (error as? SystemError).map { systemText($0.number) } ?? "\(error)"
    }

    deinit {
        // Runs on the queue, because removing a large file takes time. A complete file no longer has this name.
        queue.async { [file, part] in
            withExtendedLifetime(file) { _ = unlink(part.path) }
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer, _ wake: @escaping @Sendable () -> Void) -> Taken {
        state.withLock { state in
            if let problem = state.problem { return .failed(problem) }
            guard state.collected.count + bytes.count <= Self.limit else {
                state.wake = wake
                return .full
            }
            state.collected.append(contentsOf: bytes)
            write(&state)
            return .taken
        }
    }

    func finish(_ completion: @escaping Completion) {
        state.withLock { state in
            state.completion = completion
            write(&state)
        }
    }

    /// Makes the queue write, unless it is writing already.
    private func write(_ state: inout State) {
        guard !state.isWriting else { return }
        state.isWriting = true
        queue.async { [self] in step() }
    }

    /// Writes the collected bytes. Bytes that arrive while it writes are left to the next step, because other files use the
    /// queue, too.
    private func step() {
        let (bytes, wake, problem) = state.withLock { state in
            defer { (state.collected, state.wake) = (Data(), nil) }
            return (state.collected, state.wake, state.problem)
        }
        wake?()
        let outcome = Result { () throws(FileProblem) in
            // Without the bytes of an earlier step, the file is not complete, even if there are no more.
            if let problem { throw problem }
            try file.append(bytes)
        }
        let (late, completion) = state.withLock { $0.end(outcome, next: write) }
        late?()
        completion?(outcome.flatMap { Result { () throws(FileProblem) in try complete() } })
    }

    private func complete() throws(FileProblem) -> Data {
        try file.complete(part, as: target)
        return Data()
    }
}

extension FileSink.State {
    /// Records that a step has ended. Returns the functions to call now.
    ///
    /// - Parameter next: Starts another step.
    fileprivate mutating func end(
        _ outcome: Result<Void, FileProblem>,
        next: (inout Self) -> Void
    ) -> (wake: (@Sendable () -> Void)?, completion: FileSink.Completion?) {
        isWriting = false
        if case .failure(let problem) = outcome {
            self.problem = problem
            collected = Data()
        }
        guard collected.isEmpty else {
            next(&self)
            return (nil, nil)
        }
        defer { (wake, completion) = (nil, nil) }
        return (wake, completion)
    }
}
#endif
