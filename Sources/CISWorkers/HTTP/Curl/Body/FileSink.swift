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

    /// Creates the file under a temporary name, which it keeps until it is complete.
    init(_ target: URL, on queue: DispatchQueue) throws(FileProblem) {
        let name = target.lastPathComponent
        if target.hasDirectoryPath || OpenFile.isFolder(target) {
            throw FileProblem(text: "“\(name)” is a folder")
        }
        self.target = target
        self.queue = queue
        part = target.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
        file = try OpenFile(making: part, name: name)
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
        let (bytes, wake) = state.withLock { state in
            defer { (state.collected, state.wake) = (Data(), nil) }
            return (state.collected, state.wake)
        }
        wake?()
        let outcome = Result { () throws(FileProblem) in try file.append(bytes) }
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
